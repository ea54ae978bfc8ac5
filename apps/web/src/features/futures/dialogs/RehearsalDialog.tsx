import type { FuturesPosition } from '@x/api'
import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { NumberText } from '@x/ui/number'
import { useState } from 'react'
import type { Contract } from '../../../data/futures/contracts.ts'
import { type RehearsedGroup, rehearse } from '../../../data/futures/rehearse.ts'
import { useAccountState } from '../../../data/futures/useAccountState.ts'
import { useFuturesMessages } from '../../../lib/messages/messages.ts'
import styles from '../futures.module.css'
import type { FuturesDialogProps } from './dialogs.ts'
import { Lines } from './Lines.tsx'
import { MarkedSlider } from './MarkedSlider.tsx'

/** How far the rehearsal moves all marks, in per cent. */
const MOST = 50

/**
 * The whole account at other prices: all marks of its margin coin move by one percentage, and the
 * formulas of the exchange say what is left of the cross wallet and of each isolated margin.
 */
export function RehearsalDialog({ spec, onClose }: FuturesDialogProps) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const [shift, setShift] = useState(0)
  const state = useAccountState(spec)
  const groups = state && rehearse(state, { marginCoin: spec.marginCoin, percent: shift })
  const digits = spec.marginCoin === 'USDT' ? 2 : 6
  const margin = (value: string | null, { signed = false } = {}) => (
    <NumberText unit={spec.marginCoin} tone={signed ? toneOf(value) : undefined}>
      {numbers.number(value, { digits })}
    </NumberText>
  )
  const nameOf = (
    { symbol, positionSide }: FuturesPosition,
    { mark, contract }: { readonly mark: string; readonly contract: Contract },
  ): string => {
    const side = t(positionSide === 1 ? 'positions.long' : 'positions.short')
    const price = numbers.number(mark, { digits: contract.pricePlace, purpose: 'price' })
    return `${symbol} ${side} @ ${price}`
  }
  /** Named where there are several: the cross wallet, or the leg that an isolated margin is of. */
  const titleOf = ({ isolated, positions: [first] }: RehearsedGroup): string =>
    isolated && first
      ? `${nameOf(isolated, first)} · ${t('positions.isolated')}`
      : t('positions.cross')
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
        <MarkedSlider
          label={t('contract.priceChange')}
          min={-MOST}
          max={MOST}
          marks={[-MOST, -25, 0, 25, MOST]}
          format={(value) =>
            numbers.percent(String(value), { unit: 'percent', digits: 0, signs: 'always' })
          }
          value={shift}
          onChange={setShift}
        />
        {groups?.map((group) => (
          <section
            key={group.isolated?.orderNo ?? 'cross'}
            aria-live="polite"
            aria-label={titleOf(group)}
          >
            {groups.length > 1 ? <h3>{titleOf(group)}</h3> : null}
            <Lines
              rows={[
                [t('positions.equity'), margin(group.equity)],
                [t('positions.requirement'), margin(group.requirement)],
                [
                  t('positions.ratio'),
                  <NumberText key="ratio" tone={group.isDue ? 'warning' : undefined}>
                    {numbers.percent(group.ratio, { unit: 'percent' })}
                  </NumberText>,
                ],
                [t('positions.unrealised'), margin(group.pnl, { signed: true })],
                ...(group.isolated && groups.length > 1
                  ? []
                  : group.positions.map(
                      ({ position, contract, mark, pnl }) =>
                        [
                          nameOf(position, { mark, contract }),
                          margin(pnl, { signed: true }),
                        ] as const,
                    )),
              ]}
            />
            {group.isDue ? (
              <p className={styles['refusal']} role="status">
                {t('contract.wouldBeLiquidated')}
              </p>
            ) : null}
          </section>
        ))}
        {groups?.some(({ positions }) => positions.length > 0) ? null : (
          <p className={styles['prose']}>{t('positions.empty')}</p>
        )}
      </div>
    </Dialog>
  )
}

const toneOf = (value: string | null) =>
  value === null || Number(value) === 0 ? undefined : Number(value) > 0 ? 'up' : 'down'
