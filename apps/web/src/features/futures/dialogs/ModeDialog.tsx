import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { SegmentedControl } from '@x/ui/segmented-control'
import { useState } from 'react'
import type { Contract } from '../../../data/futures/contracts.ts'
import { CoinTitle } from '../../../lib/coins/CoinTitle.tsx'
import { futuresErrorText } from '../../../lib/errors/futuresErrorText.ts'
import { useFuturesMessages } from '../../../lib/messages/messages.ts'
import styles from '../futures.module.css'

export interface ModeDialogProps {
  readonly title: string
  /** The contract that it is a mode of; absent: of the account. */
  readonly contract?: Pick<Contract, 'base' | 'name'>
  readonly value: 1 | 2
  readonly options: readonly {
    readonly value: 1 | 2
    readonly label: string
    readonly text: string
  }[]
  /** What stands in the way now; `undefined`: nothing. */
  readonly obstacle: string | undefined
  readonly onSave: (value: 1 | 2) => Promise<{ readonly error?: unknown }>
  readonly onClose: () => void
}

/** One of two modes of the futures account, each with what it means. */
export function ModeDialog({
  title,
  contract,
  value,
  options,
  obstacle,
  onSave,
  onClose,
}: ModeDialogProps) {
  const t = useFuturesMessages()
  const [chosen, choose] = useState(value)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const save = async () => {
    setBusy(true)
    const { error } = await onSave(chosen)
    setBusy(false)
    if (error === undefined) onClose()
    else setRefusal(futuresErrorText(error, t))
  }
  const isSame = chosen === value
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        contract ? (
          <CoinTitle asset={contract.base}>{`${title} · ${contract.name}`}</CoinTitle>
        ) : (
          title
        )
      }
      footer={
        <>
          <Button onClick={onClose}>{t('orders.keep')}</Button>
          <Button
            variant="primary"
            loading={isBusy}
            disabled={!isSame && obstacle !== undefined}
            disabledReason={obstacle}
            onClick={() => void (isSame ? onClose() : save())}
          >
            {t('positions.save')}
          </Button>
        </>
      }
    >
      <div className={styles['body']}>
        <SegmentedControl
          aria-label={title}
          block
          value={String(chosen)}
          onChange={(key) => choose(key === '1' ? 1 : 2)}
          segments={options.map((option) => ({
            value: String(option.value),
            label: option.label,
          }))}
        />
        <p className={styles['prose']} aria-live="polite">
          {options.find((option) => option.value === chosen)?.text}
        </p>
        {refusal ? (
          <p className={styles['refusal']} role="alert">
            {refusal}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}
