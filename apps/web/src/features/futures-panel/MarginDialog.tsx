import { add, compare, decimal, finishAmount, formatDecimal, parseDecimal, ZERO } from '@x/decimal'
import { useNumbers } from '@x/locale/react'
import { AmountField } from '@x/ui/amount-field'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { NumberText } from '@x/ui/number'
import { SegmentedControl } from '@x/ui/segmented-control'
import { liquidationPrice } from '@x/trading/futures'
import { type FormEvent, useId, useState } from 'react'
import { useFuturesAccount } from '../../data/futures/accountApi.ts'
import { contractKey, useTiers } from '../../data/futures/contracts.ts'
import { useContracts } from '../../data/futures/contractsApi.ts'
import { formulaView } from '../../data/futures/formulaAccount.ts'
import { legOf, useMovePositionMargin } from '../../data/futures/positionsApi.ts'
import { useAmountReaders } from '../../lib/amounts/useAmountReaders.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { reportOrder } from '../orders/index.ts'
import { CoinTitle } from '../../lib/coins/CoinTitle.tsx'
import { baseOf } from './baseOf.ts'
import styles from './futuresPanel.module.css'
import { contractFigures, positionName } from './terms.ts'
import type { PositionDialogProps } from './positionDialogs.ts'
import { useCommandKey } from './useCommandKey.ts'

/** Adds margin to an isolated position, or takes some out. */
export default function MarginDialog({ position, onClose }: PositionDialogProps) {
  const t = useFuturesMessages()
  const readers = useAmountReaders()
  const formId = useId()
  const figures = contractFigures(useNumbers('trading'), useContracts().get(position.symbol))
  const draft = useMarginDraft({ position, onClose })
  const { marginCoin } = position
  const amount = `${figures.amount(finishAmount(draft.typed))} ${marginCoin}`
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        <CoinTitle asset={baseOf(position)}>
          {t('positions.marginTitle', { position: positionName(position, t) })}
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
            disabled={!draft.isReady}
            disabledReason={draft.unread ?? t('spot.enterAmount')}
          >
            {t(draft.way === 'add' ? 'positions.add' : 'positions.remove')}
            {draft.isReady ? <NumberText className={styles['sum']}>{amount}</NumberText> : null}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles['form']} noValidate onSubmit={draft.submit}>
        <SegmentedControl
          aria-label={t('positions.margin')}
          block
          segments={[
            { value: 'add', label: t('positions.add') },
            { value: 'remove', label: t('positions.remove') },
          ]}
          value={draft.way}
          onChange={draft.setWay}
        />
        <AmountField
          label={t('spot.amount')}
          decimals={draft.decimals}
          unit={marginCoin}
          value={draft.typed}
          error={
            draft.isTooMuch
              ? t('positions.maximum', { amount: figures.amount(draft.available) })
              : undefined
          }
          end={
            draft.way === 'add' ? (
              <Button
                size="mini"
                variant="ghost"
                onClick={() => draft.setTyped(draft.available ?? '')}
              >
                {t('positions.all')}
              </Button>
            ) : undefined
          }
          {...readers(draft.decimals)}
          onChange={draft.setTyped}
          onRefuse={draft.setUnread}
        />
        <Facts position={position} draft={draft} />
        {draft.refusal ? (
          <p className={styles['help']} data-refused="" role="alert">
            {draft.refusal}
          </p>
        ) : null}
      </form>
    </Dialog>
  )
}

/** What the position has and what may go into it, and where it would be liquidated then. */
function Facts({
  position,
  draft: { available, liquidationAfter },
}: {
  readonly position: PositionDialogProps['position']
  readonly draft: ReturnType<typeof useMarginDraft>
}) {
  const t = useFuturesMessages()
  const figures = contractFigures(useNumbers('trading'), useContracts().get(position.symbol))
  const { marginCoin, positionsOpenMarginCount: margin, liquidationPrice: before } = position
  const facts = [
    [t('positions.margin'), figures.amount(margin), marginCoin],
    [
      t('positions.liquidation'),
      [before, ...liquidationAfter].map(figures.price).join(' → '),
      undefined,
    ],
    [t('orders.available'), figures.amount(available), marginCoin],
  ] as const
  return (
    <dl className={styles['facts']}>
      {facts.map(([name, figure, unit]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <NumberText unit={unit}>{figure}</NumberText>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function useMarginDraft({ position, onClose }: PositionDialogProps) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const services = useServices()
  const contract = useContracts().get(position.symbol)
  const { data: account } = useFuturesAccount()
  const [run, { isLoading, error }] = useMovePositionMargin()
  const [way, setWay] = useState<'add' | 'remove'>('add')
  const [typed, setTyped] = useState('')
  const [unread, setUnread] = useState<string | undefined>(undefined)
  const { marginCoin } = position
  const wallet = account?.wallets.find((each) => each.marginCoin === marginCoin)
  // Unrealised profit never leaves a wallet.
  const available =
    way === 'add' ? (wallet?.transferable ?? null) : position.positionsOpenMarginCount
  const value = parseDecimal(finishAmount(typed))
  const isTooMuch = value !== null && available !== null && compare(value, decimal(available)) > 0
  const isReady = value !== null && compare(value, ZERO) > 0 && !isTooMuch && !unread
  const amount = finishAmount(typed)
  const change = way === 'add' ? amount : `-${amount}`
  const key = useCommandKey()
  const after = useLiquidationAfter(position, isReady ? change : undefined)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!isReady || isLoading) return
    const { data } = await run({ ...legOf(position), amount: change, clientOid: key.of(change) })
    if (!data) return
    key.answered()
    const text = t('positions.marginDone', {
      amount: `${numbers.number(data.margin)} ${marginCoin}`,
    })
    reportOrder(services, { kind: 'success', text })
    onClose()
  }
  return {
    way,
    setWay,
    typed,
    setTyped,
    unread,
    setUnread,
    available,
    /** None before an amount is written. */
    liquidationAfter: after,
    decimals: contract?.marginPlace ?? 8,
    isTooMuch,
    isReady,
    isBusy: isLoading,
    refusal: error ? futuresErrorText(error, t) : undefined,
    submit: (event: FormEvent) => void submit(event),
  }
}

/** Where the position would be liquidated with another margin; none while it is not known. */
function useLiquidationAfter(
  position: PositionDialogProps['position'],
  change: string | undefined,
): readonly (string | null)[] {
  const { symbol: name, positionSide, positionsLevel: leverage, markPrice } = position
  const rules = useContracts().get(name)
  const { data: tiers } = useTiers(name)
  const { data: account } = useFuturesAccount()
  if (change === undefined || !rules || !tiers || !account) return []
  const contract = { ...rules, name, symbol: contractKey(rules.product, name) }
  const view = formulaView(
    {
      account: {
        ...account,
        contracts: [
          {
            symbol: name,
            marginMode: 1,
            longLeverage: leverage,
            shortLeverage: leverage,
            autoMargin: false,
          },
        ],
      },
      positions: [position],
      orders: [],
      contracts: [contract],
      tiersOf: () => tiers,
      markOf: () => markPrice,
    },
    { contract, side: positionSide === 1 ? 'long' : 'short' },
  )
  if (!view) return []
  const wallet = formatDecimal(add(decimal(view.account.wallet), decimal(change)))
  const found = liquidationPrice(
    { ...view.account, wallet },
    { symbol: view.at, tick: rules.tickSize },
  )
  return [found.status === 'never' ? null : found.price]
}
