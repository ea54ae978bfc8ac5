import { useStore } from '@x/kit/react'
import { useNumbers } from '@x/locale/react'
import { useTickers } from '@x/market/react'
import { ButtonLink } from '@x/ui/button'
import { NumberText } from '@x/ui/number'
import { useMemo } from 'react'
import { useBalances } from '../../data/balances/hooks.ts'
import { useMarket } from '../../data/market/useMarket.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectRealm } from '../../data/store/slice.ts'
import { useReference } from '../../data/symbols/hooks.ts'
import { useAccountAmounts } from '../../data/valuation/accountAmounts.ts'
import { useValuation } from '../../data/valuation/hooks.ts'
import { valuationText } from '../../data/valuation/valuationRates.ts'
import { HIDDEN_AMOUNT } from '../../lib/amounts/hiddenAmount.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from './assets.module.css'
import { assetRows, pricesOf, totalValue } from './valuation.ts'

const NONE: readonly never[] = []

/** What all accounts are worth, with the ways to its money, for the first page. */
export function AccountSummary() {
  const t = usePageMessages()
  const to = useLocalePath()
  const { preferences } = useServices()
  const showAsset = useStore(preferences, (state) => state.showAsset)
  const realm = useAppSelector(selectRealm)
  const market = useMarket()
  const numbers = useNumbers()
  const valuation = useValuation()
  const { data: assets = NONE } = useBalances()
  const { data: symbols } = useReference((reference) => reference.symbols)
  const pairs = useMemo(() => symbols && new Set(symbols.map(({ symbol }) => symbol)), [symbols])
  const tickers = useTickers(market, [...(pairs ?? NONE)])
  const { data: others } = useAccountAmounts()
  const rows = assetRows(assets, { priceOf: pricesOf(tickers), others: others ?? NONE })
  // Without the other accounts a part would be read as the whole.
  const total = others && totalValue(rows, pairs)
  const links = [
    { path: '/spot', text: t('shell.trade'), variant: 'primary' },
    { path: '/asset', text: t('shell.assets'), variant: 'neutral' },
    { path: '/record/exchange', text: t('shell.orders'), variant: 'neutral' },
  ] as const
  return (
    <div className={styles['account']}>
      <p className={styles['label']}>
        {realm === 'paper' ? t('assets.totalPaper') : t('assets.total')}
      </p>
      <p className={styles['total']}>
        <NumberText>
          {showAsset ? valuationText(total, { valuation, numbers }) : HIDDEN_AMOUNT}
        </NumberText>
      </p>
      <div className={styles['accountLinks']}>
        {links.map(({ path, text, variant }) => (
          <ButtonLink
            key={path}
            variant={variant}
            render={(props) => <Link {...props} to={to(path)} />}
          >
            {text}
          </ButtonLink>
        ))}
      </div>
    </div>
  )
}
