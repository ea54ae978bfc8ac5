import { compare, decimal, ZERO } from '@x/decimal'
import { useNumbers } from '@x/locale/react'
import { AmountField } from '@x/ui/amount-field'
import { Button, IconButton } from '@x/ui/button'
import { NumberText } from '@x/ui/number'
import { Select } from '@x/ui/select'
import { ArrowLeftRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { spareOf } from '../../data/funds/readAmount.ts'
import styles from './transfer.module.css'

type End = 'from' | 'to'

/** Where funds go from or to, and what could be chosen instead. */
export interface TransferPlace {
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

export interface TransferFieldsProps {
  readonly from: TransferPlace
  readonly to: TransferPlace
  readonly canTurn: boolean
  readonly onChoose: (end: End, place: string) => void
  readonly onTurn: () => void
  readonly assets: readonly {
    readonly value: string
    readonly label: string
    readonly hint?: ReactNode
  }[]
  readonly asset: string
  readonly onAsset: (asset: string) => void
  readonly typed: string
  readonly available: string
  readonly decimals: number
  readonly isTooMuch: boolean
  readonly onType: (typed: string) => void
  readonly onUnread: (unread: string | undefined) => void
}

/**
 * From where, to where, what and how much: of every form that moves funds, between wallets and
 * between accounts.
 */
export function TransferFields(props: TransferFieldsProps) {
  const t = usePageMessages()
  return (
    <>
      <Ends {...props} />
      <Select
        label={t('orders.asset')}
        size="large"
        options={props.assets}
        value={props.asset}
        onChange={(key) => key !== null && props.onAsset(key)}
      />
      {/* What is kept is kept of one balance. */}
      <Amounts key={`${props.from.value} ${props.asset}`} {...props} />
    </>
  )
}

/** What stays in the account, `undefined` until it is asked for, and all of the rest. */
function useKept({ available, typed, onType }: TransferFieldsProps) {
  const [kept, setKept] = useState<string>()
  const all = spareOf(available, kept ?? '')
  const keep = (next: string) => {
    setKept(next)
    // All that is left goes on being that.
    if (kept !== undefined && (typed === '' || typed === all)) onType(spareOf(available, next))
  }
  return { kept, keep, all }
}

/** How much is sent, and how much stays where all of the rest is. */
function Amounts(props: TransferFieldsProps) {
  const t = usePageMessages()
  const numbers = useNumbers('trading')
  const readers = useAmountReaders()
  const { asset, available, decimals, typed, onType } = props
  const { kept, keep, all } = useKept(props)
  const figure = (text: string) => numbers.number(text, { digits: decimals, trim: true })
  const shared = { size: 'large', decimals, unit: asset, formatIdle: figure } as const
  return (
    <>
      <AmountField
        {...shared}
        {...readers(decimals)}
        label={t('spot.amount')}
        value={typed}
        error={props.isTooMuch ? t('error.balance') : undefined}
        help={
          <>
            {t('orders.available')} <NumberText unit={asset}>{figure(available)}</NumberText>
          </>
        }
        end={
          <Button
            size="small"
            variant="ghost"
            disabled={compare(decimal(all), ZERO) <= 0}
            onClick={() => onType(all)}
          >
            {t('transfer.all')}
          </Button>
        }
        onChange={onType}
        onRefuse={props.onUnread}
      />
      {kept === undefined ? (
        <span className={styles['keep']}>
          <Button size="small" variant="ghost" aria-expanded={false} onClick={() => keep('')}>
            {t('transfer.keep')}
          </Button>
        </span>
      ) : (
        <AmountField
          {...shared}
          {...readers(decimals)}
          label={t('transfer.keep')}
          value={kept}
          onChange={keep}
          onRefuse={props.onUnread}
        />
      )}
    </>
  )
}

/** The place that sends, and the one that receives. */
function Ends({ from, to, canTurn, onChoose, onTurn }: TransferFieldsProps) {
  const t = usePageMessages()
  const select = (end: End, { value, options }: TransferPlace) => (
    <Select
      label={t(`transfer.${end}`)}
      size="large"
      options={options}
      value={value}
      onChange={(key) => key !== null && onChoose(end, key)}
    />
  )
  return (
    <div className={styles['ends']}>
      {select('from', from)}
      <IconButton
        icon={<ArrowLeftRight />}
        label={t('transfer.turn')}
        disabled={!canTurn}
        onClick={onTurn}
      />
      {select('to', to)}
    </div>
  )
}
