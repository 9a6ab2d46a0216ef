import type { RelationType } from '../graph/relation-type.js'

/** How a relation is said: of someone else, and of oneself. */
const words: Readonly<Record<RelationType, readonly [theirs: string, own: string]>> = {
  reports_to: ['reports to', 'report to'],
  manages: ['manages', 'manage'],
  mentors: ['mentors', 'mentor'],
  works_at: ['works at', 'work at'],
  works_on: ['works on', 'work on'],
  works_with: ['works with', 'work with'],
  owns: ['owns', 'own'],
  leads: ['leads', 'lead'],
  lives_in: ['lives in', 'live in'],
  part_of: ['is part of', 'am part of'],
  uses: ['uses', 'use'],
  depends_on: ['depends on', 'depend on'],
  decided: ['decided', 'decided'],
  applies_to: ['applies to', 'apply to'],
  rejected: ['rejected', 'rejected'],
  assigned_to: ['is assigned to', 'am assigned to'],
  has_authority: ['has authority over', 'have authority over'],
  focuses_on: ['focuses on', 'focus on'],
  member_of: ['is a member of', 'am a member of'],
  meets_with: ['meets with', 'meet with'],
  spouse_of: ['is married to', 'am married to'],
  friend_of: ['is a friend of', 'am a friend of'],
  parent_of: ['is a parent of', 'am a parent of'],
  sibling_of: ['is a sibling of', 'am a sibling of'],
}

/** `reports to`, `report to` of the user. */
export function relationWords(type: RelationType, isOwn: boolean): string {
  return words[type][isOwn ? 1 : 0]
}
