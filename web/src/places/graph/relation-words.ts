import { words } from '../../language/language.js'
import type { NodeType } from './picture.js'

/** `reports to` for `reports_to`: from the first to the second. */
export function sayRelation(type: string): string {
  return known(type) ? relations(type) : type.replaceAll('_', ' ')
}

export function sayType(type: NodeType): string {
  return types(type)
}

/** Many of them, as a heading. */
export function sayTypes(type: NodeType): string {
  return manyTypes(type)
}

/** Whether it holds both ways, and so has no direction. */
export function isSymmetric(type: string): boolean {
  return symmetric.has(type)
}

const symmetric: ReadonlySet<string> = new Set([
  'works_with',
  'meets_with',
  'spouse_of',
  'friend_of',
  'sibling_of',
  'mentioned_with',
])

const en = {
  reports_to: 'reports to',
  manages: 'manages',
  mentors: 'mentors',
  works_at: 'works at',
  works_on: 'works on',
  works_with: 'works with',
  owns: 'owns',
  leads: 'leads',
  lives_in: 'lives in',
  part_of: 'is part of',
  uses: 'uses',
  depends_on: 'depends on',
  decided: 'decided',
  applies_to: 'applies to',
  rejected: 'rejected',
  assigned_to: 'is assigned to',
  has_authority: 'has a say in',
  focuses_on: 'focuses on',
  member_of: 'is a member of',
  meets_with: 'meets with',
  spouse_of: 'is the spouse of',
  friend_of: 'is a friend of',
  parent_of: 'is a parent of',
  sibling_of: 'is a sibling of',
  mentioned_with: 'is named together with',
}

const relations = words({
  en,
  zh: {
    reports_to: '汇报给',
    manages: '管理',
    mentors: '指导',
    works_at: '任职于',
    works_on: '参与',
    works_with: '合作',
    owns: '负责',
    leads: '领导',
    lives_in: '住在',
    part_of: '属于',
    uses: '使用',
    depends_on: '依赖',
    decided: '决定',
    applies_to: '适用于',
    rejected: '否决',
    assigned_to: '分配给',
    has_authority: '有权决定',
    focuses_on: '专注于',
    member_of: '加入',
    meets_with: '会面',
    spouse_of: '配偶',
    friend_of: '朋友',
    parent_of: '养育',
    sibling_of: '手足',
    mentioned_with: '一同提到',
  },
})

function known(type: string): type is keyof typeof en {
  return Object.hasOwn(en, type)
}

const types = words({
  en: {
    person: 'person',
    organisation: 'organisation',
    team: 'team',
    project: 'project',
    place: 'place',
    decision: 'decision',
    tool: 'tool',
    topic: 'topic',
    action: 'action',
    unknown: 'other',
  },
  zh: {
    person: '人物',
    organisation: '组织',
    team: '团队',
    project: '项目',
    place: '地点',
    decision: '决定',
    tool: '工具',
    topic: '话题',
    action: '行动',
    unknown: '其他',
  },
})

const manyTypes = words({
  en: {
    person: 'People',
    organisation: 'Organisations',
    team: 'Teams',
    project: 'Projects',
    place: 'Places',
    decision: 'Decisions',
    tool: 'Tools',
    topic: 'Topics',
    action: 'Actions',
    unknown: 'Other things',
  } satisfies Record<NodeType, string>,
  zh: {
    person: '人物',
    organisation: '组织',
    team: '团队',
    project: '项目',
    place: '地点',
    decision: '决定',
    tool: '工具',
    topic: '话题',
    action: '行动',
    unknown: '其他',
  },
})
