import type { FuturesProduct } from '@x/api'
import { useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import { Progress } from '@x/ui/progress'
import { useFuturesAccount } from '../../data/futures/accountApi.ts'
import { productOf } from '../../data/futures/api.ts'
import { MARKED_MS, useRefresh } from '../../data/futures/useRefresh.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import styles from './futuresPanel.module.css'
import { gaugeLevel } from './gaugeLevel.ts'

/** How close the cross account is to liquidation; nothing while it holds no risk. */
export function MarginGauge({ product }: { readonly product: FuturesProduct }) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const { data } = useRefresh(useFuturesAccount(), { everyMs: MARKED_MS })
  const wallets = (data?.wallets ?? []).filter(
    (wallet) =>
      productOf(wallet) === product &&
      wallet.marginRatio !== null &&
      Number(wallet.requirement ?? 0) > 0,
  )
  return wallets.map(({ marginCoin, marginRatio, equity, available }) => {
    const ratio = marginRatio ?? '0'
    const level = gaugeLevel(ratio)
    const percent = numbers.percent(ratio, { unit: 'percent', digits: 2 })
    return (
      <div key={marginCoin} className={styles['gauge']} data-level={level}>
        <span>
          {t('positions.ratio')} <NumberText>{percent}</NumberText>
        </span>
        <Progress
          className={styles['bar']}
          label={`${t('positions.ratio')} ${marginCoin}`}
          size="small"
          value={Math.min(100, Number(ratio))}
          tone={level === 'calm' ? 'accent' : level === 'warned' ? 'warning' : 'danger'}
        />
        <span className={styles['quiet']}>
          {t('positions.equity')}{' '}
          <NumberText unit={marginCoin}>
            {numbers.number(equity, { digits: product === 'usdt' ? 2 : 6 })}
          </NumberText>
        </span>
        <span className={styles['quiet']}>
          {t('orders.available')}{' '}
          <NumberText unit={marginCoin}>
            {numbers.number(available, { digits: product === 'usdt' ? 2 : 6 })}
          </NumberText>
        </span>
        {level === 'calm' ? null : (
          <p className={styles['call']}>{t('positions.call', { percent })}</p>
        )}
      </div>
    )
  })
}
