import { useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import { Progress } from '@x/ui/progress'
import type { MarginAccount } from '../../data/margin/api.ts'
import { useMarginMessages } from '../../lib/messages/messages.ts'
import { levelTone, riskOf } from './marginFigures.ts'
import { Term } from './Term.tsx'
import styles from './margin.module.css'

const TONES = { calm: 'accent', warned: 'warning', danger: 'danger' } as const

/** The level of a margin account, and how near its liquidation is. */
export function LevelGauge({ account }: { readonly account: MarginAccount }) {
  const t = useMarginMessages()
  const numbers = useNumbers('trading')
  const { level, isLiquidating, assets } = account
  const figure = (bound: string) => numbers.number(bound, { digits: 4, trim: true })
  const bounds = {
    call: figure(account.callLevel),
    liquidation: figure(account.liquidationLevel),
  }
  const tone = levelTone(account)
  const owes = assets.some(({ principal, interest }) => principal !== '0' || interest !== '0')
  const text =
    level === null
      ? t(owes ? 'margin.stale' : 'margin.noDebt')
      : numbers.number(level, { digits: 2 })
  return (
    <div className={styles['gauge']} data-tone={tone}>
      <span className={styles['line']}>
        <Term
          name={t('margin.level')}
          text={`${t('margin.levelTerm')} ${t('margin.levels', bounds)}`}
        />
        {level === null ? <span>{text}</span> : <NumberText full={level}>{text}</NumberText>}
      </span>
      {owes ? (
        <>
          <Progress
            label={t('margin.level')}
            size="small"
            value={riskOf(account)}
            tone={TONES[tone]}
          />
          <p className={styles['help']} role={tone === 'danger' ? 'alert' : undefined}>
            {isLiquidating
              ? t('margin.liquidating')
              : tone === 'danger'
                ? t('margin.call', bounds)
                : t('margin.levels', bounds)}
          </p>
        </>
      ) : null}
    </div>
  )
}
