import { finishAmount, parseDecimal } from '@x/decimal'
import { useNumbers } from '@x/locale/react'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { NumberText } from '@x/ui/number'
import { Select } from '@x/ui/select'
import { type FormEvent, useId, useState } from 'react'
import { useContracts } from '../../data/futures/contractsApi.ts'
import { atMark } from '../../data/futures/livePosition.ts'
import { legOf, useSetPositionExits } from '../../data/futures/positionsApi.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { type ExitName, isBeyondBounds, isWrongSide } from './exitBounds.ts'
import { decimalsOfStep } from '../order-book/index.ts'
import { useExitPercent } from '../order-terms/index.ts'
import { reportOrder } from '../orders/index.ts'
import { CoinTitle } from '../../lib/coins/CoinTitle.tsx'
import { baseOf } from './baseOf.ts'
import styles from './futuresPanel.module.css'
import { contractFigures, positionName, toneOf } from './terms.ts'
import type { PositionDialogProps } from './positionDialogs.ts'

const NAMES = ['takeProfit', 'stopLoss'] as const satisfies readonly ExitName[]
const TRIGGERS = ['mark', 'last', 'index'] as const
type TriggerBy = (typeof TRIGGERS)[number]
/** Until the contract is known. */
const UNKNOWN = { quote: '', pricePlace: 8, tickSize: '1' }

/** Take profit and stop loss of a whole position; an empty field removes one. */
export default function ExitsDialog({ position, onClose }: PositionDialogProps) {
  const t = useFuturesMessages()
  const formId = useId()
  const draft = useExitsDraft({ position, onClose })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        <CoinTitle asset={baseOf(position)}>
          {t('positions.exitsTitle', { position: positionName(position, t) })}
        </CoinTitle>
      }
      footer={
        <>
          <Button onClick={onClose}>{t('orders.keep')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={draft.isBusy}
            disabled={draft.wrong !== undefined || draft.unread !== undefined}
            disabledReason={draft.unread ?? t('positions.wrongSide')}
          >
            {t('positions.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles['form']} noValidate onSubmit={draft.submit}>
        {NAMES.map((name) => (
          <ExitField key={name} name={name} position={position} draft={draft} />
        ))}
        <TriggerSelect value={draft.triggerBy} onChange={draft.setTriggerBy} />
        <p
          className={styles['help']}
          role={draft.refusal ? 'alert' : undefined}
          data-refused={draft.refusal ? '' : undefined}
        >
          {draft.refusal ?? t('positions.exitsHelp')}
        </p>
      </form>
    </Dialog>
  )
}

interface ExitFieldProps {
  readonly name: ExitName
  readonly position: PositionDialogProps['position']
  readonly draft: ReturnType<typeof useExitsDraft>
}

/** The trigger of an exit: a price, or percent of the entry. */
function ExitField({ name, position, draft }: ExitFieldProps) {
  const t = useFuturesMessages()
  const readers = useAmountReaders()
  const numbers = useNumbers('trading')
  const field = useExitPercent({
    exit: name,
    label: t(`spot.${name}`),
    spec: useContracts().get(position.symbol) ?? UNKNOWN,
    side: position.positionSide === 1 ? 'buy' : 'sell',
    entry: position.positionsOpenAvgPrice,
    value: draft.prices[name],
    onChange: (price) => draft.write(name, price),
    className: styles['unit'],
  })
  return (
    <AmountField
      {...field}
      {...readers(field.decimals)}
      formatIdle={(text) => numbers.number(text, { digits: decimalsOfStep(text) })}
      error={draft.wrong === name ? t('positions.wrongSide') : undefined}
      help={draft.blanked[name] ?? <ExitPnl position={position} price={draft.prices[name]} />}
      onBlur={() => draft.judge(name)}
      onRefuse={draft.setUnread}
    />
  )
}

/** What the position would gain or lose from its entry to a price. */
function ExitPnl({
  position,
  price,
}: {
  readonly position: PositionDialogProps['position']
  readonly price: string
}) {
  const t = useFuturesMessages()
  const contract = useContracts().get(position.symbol)
  const figures = contractFigures(useNumbers('trading'), contract)
  const mark = finishAmount(price)
  if (!contract || parseDecimal(mark) === null || Number(mark) === 0)
    return <>{`${t('positions.pnl')} --`}</>
  const { unrealisedPnl } = atMark(position, { mark, contract })
  return (
    <>
      {t('positions.pnl')}{' '}
      <NumberText tone={toneOf(unrealisedPnl)} unit={position.marginCoin}>
        {figures.amount(unrealisedPnl, { isSigned: true })}
      </NumberText>
    </>
  )
}

interface TriggerSelectProps {
  readonly value: TriggerBy
  readonly onChange: (value: TriggerBy) => void
}

/** The price that sets the exits off. */
function TriggerSelect({ value, onChange }: TriggerSelectProps) {
  const t = useFuturesMessages()
  return (
    <Select
      label={t('positions.triggerBy')}
      options={TRIGGERS.map((name) => ({ value: name, label: t(`positions.${name}`) }))}
      value={value}
      onChange={(name) => onChange((name ?? 'mark') as TriggerBy)}
    />
  )
}

function useExitsDraft({ position, onClose }: PositionDialogProps) {
  const t = useFuturesMessages()
  const services = useServices()
  const contract = useContracts().get(position.symbol)
  const figures = contractFigures(useNumbers('trading'), contract)
  const tick = contract?.tickSize ?? '1'
  const [run, { isLoading, error }] = useSetPositionExits()
  const [triggerBy, setTriggerBy] = useState<TriggerBy>('mark')
  const [unread, setUnread] = useState<string | undefined>(undefined)
  const [prices, setPrices] = useState<Readonly<Record<ExitName, string>>>({
    takeProfit: position.takeProfit?.triggerPrice ?? '',
    stopLoss: position.stopLoss?.triggerPrice ?? '',
  })
  const [blanked, setBlanked] = useState<Readonly<Partial<Record<ExitName, string>>>>({})
  const write = (name: ExitName, price: string) => {
    setPrices((before) => ({ ...before, [name]: price }))
    setBlanked((before) => ({ ...before, [name]: undefined }))
  }
  const judge = (name: ExitName): boolean => {
    const price = finishAmount(prices[name])
    if (price === '' || !isBeyondBounds(position, { price, tick })) return false
    setPrices((before) => ({ ...before, [name]: '' }))
    setBlanked((before) => ({
      ...before,
      [name]: t('positions.blanked', { price: figures.price(price) }),
    }))
    return true
  }
  const wrong = NAMES.find((name) => isWrongSide(position, { name, price: prices[name] }))
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    // A field that lost its price here is read before anything is sent.
    if (NAMES.map(judge).some(Boolean) || wrong || unread || isLoading) return
    const priceOf = (name: ExitName) => finishAmount(prices[name]) || null
    const { error: failed } = await run({
      ...legOf(position),
      takeProfitTriggerPrice: priceOf('takeProfit'),
      stopLossTriggerPrice: priceOf('stopLoss'),
      triggerBy,
    })
    if (failed) return
    reportOrder(services, { kind: 'success', text: t('positions.exitsSaved') })
    onClose()
  }
  return {
    prices,
    write,
    judge,
    blanked,
    wrong,
    triggerBy,
    setTriggerBy,
    unread,
    setUnread,
    isBusy: isLoading,
    refusal: error ? futuresErrorText(error, t) : undefined,
    submit: (event: FormEvent) => void submit(event),
  }
}
