import { useState } from 'preact/hooks'
import { Button } from '../../../parts/button.js'
import { Field } from '../../../parts/field.js'
import { Markdown } from '../../../parts/markdown.js'
import { Select } from '../../../parts/select.js'
import { DESCRIPTION_MAX, type DraftProblem, NAME_MAX, type RecordDraft } from './record-draft.js'
import { recordTypes } from './record-types.js'
import { t } from './words.js'

export interface RecordFormProps {
  readonly draft: RecordDraft
  readonly onChange: (draft: RecordDraft) => void
  readonly problems: readonly DraftProblem[]
  readonly isNew: boolean
}

/** The front matter as fields, the text beside how it reads; on a narrow page one or the other. */
export function RecordForm({ draft, onChange, problems, isNew }: RecordFormProps) {
  const [isPreview, setIsPreview] = useState(false)
  const told = (...of: readonly DraftProblem[]) => {
    const problem = problems.find((one) => of.includes(one))
    if (problem === 'nameTooLong') return t('tooLong', NAME_MAX)
    if (problem === 'descriptionTooLong') return t('tooLong', DESCRIPTION_MAX)
    return problem === undefined ? undefined : problem === 'bodyTooLarge' ? t('tooLarge') : t(problem)
  }
  return (
    <div class="record-form">
      <div class="record-fields">
        <Field
          label={t('name')}
          value={draft.name}
          isFirst={isNew}
          isRequired
          {...(isNew ? { hint: t('nameHint') } : {})}
          problem={told('nameMissing', 'nameTooLong')}
          onInput={(name) => onChange({ ...draft, name })}
        />
        <Select
          label={t('type')}
          value={draft.type}
          options={recordTypes.map((value) => ({ value, label: `${t(value)} – ${t(`${value}Hint`)}` }))}
          onChange={(type) => onChange({ ...draft, type })}
        />
        <div class="record-description">
          <Field
            label={t('description')}
            value={draft.description}
            isRequired
            hint={t('descriptionHint')}
            problem={told('descriptionMissing', 'descriptionTooLong')}
            onInput={(description) => onChange({ ...draft, description })}
          />
        </div>
      </div>
      <div class="record-switch choice">
        <Button isOn={!isPreview} onClick={() => setIsPreview(false)}>
          {t('write')}
        </Button>
        <Button isOn={isPreview} onClick={() => setIsPreview(true)}>
          {t('preview')}
        </Button>
      </div>
      <div class={isPreview ? 'record-panes record-panes-preview' : 'record-panes'}>
        <div class="record-text">
          <Field
            label={t('body')}
            rows={20}
            value={draft.body}
            isFirst={!isNew}
            problem={told('bodyTooLarge')}
            onInput={(body) => onChange({ ...draft, body })}
          />
        </div>
        <section class="record-preview" aria-label={t('preview')} tabIndex={0}>
          <p class="field-label">{t('preview')}</p>
          {draft.body.trim() === '' ? <p class="meta">{t('nothingYet')}</p> : <Markdown text={draft.body} />}
        </section>
      </div>
    </div>
  )
}
