import type { FuturesPosition } from '@x/api'
import { decimal, div, formatDecimal, mul, roundToStep, sum } from '@x/decimal'
import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { NumberText } from '@x/ui/number'
import { Slider } from '@x/ui/slider'
import {
  accountEquity,
  type FuturesAccount,
  isDue,
  marginRatio,
  requirement,
} from '@x/trading/futures'
import { useState } from 'react'
import type { Contract } from '../../../data/futures/contracts.ts'
import { formulaView } from '../../../data/futures/formulaAccount.ts'
import { atMark } from '../../../data/futures/livePosition.ts'
import { useAccountState } from '../../../data/futures/useAccountState.ts'
import { useFuturesMessages } from '../../../lib/messages/messages.ts'
import styles from '../futures.module.css'
import type { FuturesDialogProps } from './dialogs.ts'
import { Lines } from './Lines.tsx'

/** How far the rehearsal moves all marks, in per cent. */
const MOST = 50

/**
 * The whole account at other prices: all marks of its margin coin move by one percentage, and the
 * formulas of the exchange say what is left.
 */
export function RehearsalDialog({ spec, onClose }: FuturesDialogProps) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const [shift, setShift] = useState(0)
  const state = useAccountState(spec)
  const legs = state?.positions.filter(({ symbol }) => symbol === spec.name) ?? []
  const side = legs.length === 1 && legs[0]?.positionSide === 2 ? 'short' : 'long'
  const view = state && formulaView(state, { contract: spec, side })
  const held = (state?.positions ?? []).filter(({ marginCoin }) => marginCoin === spec.marginCoin)
  const digits = spec.marginCoin === 'USDT' ? 2 : 6
  const margin = (value: string | null, { signed = false } = {}) => (
    <NumberText unit={spec.marginCoin} tone={signed ? toneOf(value) : undefined}>
      {numbers.number(value, { digits })}
    </NumberText>
  )
  const shifted = view && shiftedAccount(view.account, shift)
  const positions = held.flatMap((position) => {
    const contract = state?.contracts.find(({ name }) => name === position.symbol)
    if (!contract || position.markPrice === null) return []
    const mark = onTick(shiftedPrice(position.markPrice, shift), contract)
    const { unrealisedPnl, liquidationPrice } = atMark(position, {
      mark,
      contract: { ...contract, symbol: contract.name },
    })
    return [{ position, contract, mark, pnl: unrealisedPnl, liquidationPrice }]
  })
  const nameOf = (
    { symbol, positionSide }: FuturesPosition,
    { mark, contract }: { readonly mark: string; readonly contract: Contract },
  ): string => {
    const side = t(positionSide === 1 ? 'positions.long' : 'positions.short')
    const price = numbers.number(mark, { digits: contract.pricePlace, purpose: 'price' })
    return `${symbol} ${side} @ ${price}`
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title={t('contract.rehearsal')}
      footer={<Button onClick={() => setShift(0)}>{t('contract.reset')}</Button>}
    >
      <div className={styles['body']}>
        <p className={styles['prose']}>{t('contract.rehearsalText')}</p>
        <Slider
          label={t('contract.priceChange')}
          showLabel
          min={-MOST}
          max={MOST}
          marks={[-MOST, -25, 0, 25, MOST]}
          format={(value) =>
            numbers.percent(String(value), { unit: 'percent', digits: 0, signs: 'always' })
          }
          value={shift}
          onChange={setShift}
        />
        {shifted ? (
          <div aria-live="polite">
            <Lines
              rows={[
                [t('positions.equity'), margin(accountEquity(shifted))],
                [t('positions.requirement'), margin(requirement(shifted))],
                [
                  t('positions.ratio'),
                  <NumberText key="ratio" tone={isDue(shifted) ? 'warning' : undefined}>
                    {numbers.percent(marginRatio(shifted), { unit: 'percent' })}
                  </NumberText>,
                ],
                [
                  t('positions.unrealised'),
                  margin(formatDecimal(sum(positions.map(({ pnl }) => decimal(pnl ?? '0')))), {
                    signed: true,
                  }),
                ],
              ]}
            />
            {isDue(shifted) ? (
              <p className={styles['refusal']} role="status">
                {t('contract.wouldBeLiquidated')}
              </p>
            ) : null}
          </div>
        ) : null}
        {positions.length === 0 ? (
          <p className={styles['prose']}>{t('positions.empty')}</p>
        ) : (
          <Lines
            rows={positions.map(({ position, contract, mark, pnl }) => [
              nameOf(position, { mark, contract }),
              margin(pnl, { signed: true }),
            ])}
          />
        )}
      </div>
    </Dialog>
  )
}

const toneOf = (value: string | null) =>
  value === null || Number(value) === 0 ? undefined : Number(value) > 0 ? 'up' : 'down'

/** A price moved by a percentage; twelve digits keep the cheapest coin exact. */
const shiftedPrice = (price: string, percent: number): string =>
  formatDecimal(
    div(mul(decimal(price), decimal(String(100 + percent))), decimal('100'), {
      scale: 12,
      mode: 'half-up',
    }),
    { trim: true },
  )

const onTick = (price: string, { tickSize }: Contract): string =>
  formatDecimal(roundToStep(decimal(price), { step: decimal(tickSize), mode: 'half-up' }))

const shiftedAccount = (account: FuturesAccount, percent: number): FuturesAccount => ({
  ...account,
  symbols: account.symbols.map((symbol) => ({
    ...symbol,
    markPrice: shiftedPrice(symbol.markPrice, percent),
  })),
})
