import { finishAmount } from '@x/decimal'
import { useNumbers } from '@x/locale/react'
import { AmountField } from '@x/ui/amount-field'
import { Dialog } from '@x/ui/dialog'
import { NumberText } from '@x/ui/number'
import { SegmentedControl } from '@x/ui/segmented-control'
import { type ReactNode, useState } from 'react'
import { useCachedFuturesAccount } from '../../../data/futures/accountData.ts'
import { type FuturesTier, useTiers } from '../../../data/futures/contracts.ts'
import { useMark } from '../../../data/futures/useMark.ts'
import { sizeUnitOf } from '../../../data/spot/model.ts'
import { useAmountReaders } from '../../../lib/amounts/useAmountReaders.ts'
import { useFuturesMessages } from '../../../lib/messages/messages.ts'
import { decimalsOfStep } from '../../order-book/index.ts'
import { CoinTitle } from '../../../lib/coins/CoinTitle.tsx'
import styles from '../futures.module.css'
import { calculate, type CalculatorInput } from './calculate.ts'
import type { FuturesDialogProps } from './dialogs.ts'
import { Lines } from './Lines.tsx'
import { leverageMarks, MarkedSlider, times } from './MarkedSlider.tsx'

const NO_TIERS: readonly FuturesTier[] = []

/** PnL, ROE, liquidation and target price of a position that is only thought of; for guests too. */
export function CalculatorDialog({ spec, onClose }: FuturesDialogProps) {
  const t = useFuturesMessages()
  const mark = useMark(spec)?.mark ?? ''
  const { data: tiers = NO_TIERS } = useTiers(spec.name)
  const [input, setInput] = useState<CalculatorInput>({
    side: 'long',
    leverage: Math.min(20, spec.maxLeverage),
    entry: mark,
    exit: '',
    size: '',
    roe: '',
  })
  const edit = (part: Partial<CalculatorInput>) => setInput({ ...input, ...part })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title={
        <CoinTitle asset={spec.base}>{`${t('contract.calculator')} · ${spec.name}`}</CoinTitle>
      }
    >
      <div className={styles['body']}>
        <SegmentedControl
          aria-label={t('spot.side')}
          block
          value={input.side}
          onChange={(side) => edit({ side })}
          segments={[
            { value: 'long', label: t('positions.long'), tone: 'up' },
            { value: 'short', label: t('positions.short'), tone: 'down' },
          ]}
        />
        <MarkedSlider
          label={t('contract.leverage')}
          min={1}
          max={spec.maxLeverage}
          marks={leverageMarks(spec.maxLeverage)}
          format={times}
          value={input.leverage}
          onChange={(leverage) => edit({ leverage })}
        />
        <div className={styles['pair']}>
          <Amount
            label={t('positions.entry')}
            unit={spec.quote}
            decimals={spec.pricePlace}
            value={input.entry}
            onChange={(entry) => edit({ entry })}
          />
          <Amount
            label={t('positions.exitPrice')}
            unit={spec.quote}
            decimals={spec.pricePlace}
            value={input.exit}
            onChange={(exit) => edit({ exit })}
          />
          <Amount
            label={t('positions.size')}
            unit={sizeUnitOf(spec)}
            decimals={spec.quantityPlace}
            value={input.size}
            onChange={(size) => edit({ size })}
          />
          <Amount
            label={t('contract.targetRoe')}
            unit="%"
            decimals={2}
            value={input.roe}
            onChange={(roe) => edit({ roe })}
          />
        </div>
        <Results spec={spec} input={input} tiers={tiers} />
      </div>
    </Dialog>
  )
}

function Amount({
  onChange,
  decimals,
  ...props
}: {
  readonly label: string
  readonly unit: string
  readonly decimals: number
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const readers = useAmountReaders()
  const numbers = useNumbers('trading')
  return (
    <AmountField
      {...props}
      {...readers(decimals)}
      formatIdle={(text) => numbers.number(text, { digits: decimalsOfStep(text) })}
      decimals={decimals}
      onChange={onChange}
    />
  )
}

function Results({
  spec,
  input,
  tiers,
}: Pick<FuturesDialogProps, 'spec'> & {
  readonly input: CalculatorInput
  readonly tiers: readonly FuturesTier[]
}) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const takerFeeRate = useCachedFuturesAccount()?.takerFeeRate
  const { margin, pnl, roe, liquidation, target } = calculate(
    { ...input, entry: finishAmount(input.entry), exit: finishAmount(input.exit) },
    { spec, tiers, takerFeeRate },
  )
  const amount = (value: string | undefined): ReactNode => (
    <NumberText unit={spec.marginCoin}>
      {numbers.number(value, { digits: spec.marginCoin === 'USDT' ? 2 : 6 })}
    </NumberText>
  )
  const price = (value: string | null | undefined): ReactNode => (
    <NumberText unit={spec.quote}>
      {numbers.number(value, { digits: spec.pricePlace, purpose: 'price' })}
    </NumberText>
  )
  return (
    <div aria-live="polite">
      <Lines
        rows={[
          [t('positions.margin'), amount(margin)],
          [t('positions.pnl'), amount(pnl)],
          ['ROE', <NumberText key="roe">{numbers.percent(roe, { unit: 'percent' })}</NumberText>],
          [t('positions.liquidation'), price(liquidation)],
          [t('contract.targetPrice'), price(target)],
        ]}
      />
    </div>
  )
}
