import { useOperation } from '../../../api/use-operation.js'
import { forget, ReceiptTold, receiptOf } from '../../../inspector/forget.js'
import { InspectorFrame } from '../../../inspector/inspector-frame.js'
import { SourceChain } from '../../../inspector/source-chain.js'
import { sayKey } from '../../../keys/key-map.js'
import { useKeys } from '../../../keys/use-keys.js'
import { Button } from '../../../parts/button.js'
import { Time } from '../../../parts/time.js'
import { Output } from './output.js'
import { t } from './words.js'

/** One large output: read it, search in it, see where it came from. */
export function OutputInspector({ id }: { readonly id: string }) {
  const receipt = receiptOf('item', id)
  const { value } = useOperation('artifact.read', receipt === undefined ? { id, maxChars: 100 } : null)
  const forgetIt = () => void forget({ id })
  useKeys(receipt === undefined ? { forget: forgetIt } : {})
  const head = (
    <>
      <span class="inspector-kind">{t('output')}</span>
      {value?.tool != null && <span>{t('from', value.tool)}</span>}
      {value !== undefined && <Time at={value.at} as="moment" />}
    </>
  )
  if (receipt !== undefined) {
    return (
      <InspectorFrame head={head}>
        <ReceiptTold receipt={receipt} />
      </InspectorFrame>
    )
  }
  return (
    <InspectorFrame
      head={head}
      says={<Output id={id} />}
      actions={
        <Button kind="danger" keyHint={sayKey('forget')} onClick={forgetIt}>
          {t('forget')}
        </Button>
      }
    >
      <SourceChain id={id} />
    </InspectorFrame>
  )
}
