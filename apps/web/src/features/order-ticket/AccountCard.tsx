import { add, decimal, formatDecimal, mul } from '@x/decimal'
import { useStore } from '@x/kit/react'
import { useNumbers } from '@x/locale/react'
import { useTicker } from '@x/market/react'
import { NumberText } from '@x/ui/number'
import type { ReactNode } from 'react'
import { useBalances } from '../../data/balances/hooks.ts'
import { useMarket } from '../../data/market/useMarket.ts'
import { QUOTE_DIGITS, type SpotSymbol } from '../../data/spot/model.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectRealm } from '../../data/store/slice.ts'
import { HIDDEN_AMOUNT } from '../../lib/amounts/hiddenAmount.ts'
import { AssetName } from '../../lib/coins/AssetName.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { BACKGROUND_UPDATES } from '../../lib/updateIntervals.ts'
import styles from './accountCard.module.css'
import { FundLinks } from './FundLinks.tsx'

interface AccountCardProps {
  readonly spec: SpotSymbol
}

const NO_FUNDS = { available: '0', held: '0' }

/** What the trader has of both assets of a pair; their values in its quote. */
export default function AccountCard({ spec }: AccountCardProps) {
  const t = useMessages()
  const { data: assets } = useBalances()
  const isPaper = useAppSelector(selectRealm) === 'paper'
  if (!assets) return null
  const [base, quote] = [spec.base, spec.quote].map(
    (asset) => assets.find((row) => row.asset === asset) ?? NO_FUNDS,
  )
  const rows = [
    { name: t('orders.available'), of: ({ available }: typeof NO_FUNDS) => available },
    { name: t('orders.held'), of: ({ held }: typeof NO_FUNDS) => held },
  ]
  return (
    <section className={styles['card']} aria-label={t('orders.assets')}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{t('orders.assets')}</th>
            <th scope="col">
              <AssetName asset={spec.base} />
            </th>
            <th scope="col">
              <AssetName asset={spec.quote} />
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, of }) => (
            <Row key={name} name={name}>
              <Amount value={base && of(base)} digits={spec.quantityPlace} />
              <Amount value={quote && of(quote)} digits={QUOTE_DIGITS} />
            </Row>
          ))}
          <Row name={`${t('orders.orderValue')} (${spec.quote})`}>
            <BaseValue spec={spec} funds={base ?? NO_FUNDS} />
            <Amount value={totalOf(quote ?? NO_FUNDS)} digits={QUOTE_DIGITS} />
          </Row>
        </tbody>
      </table>
      {isPaper ? null : (
        <div className={styles['ways']}>
          <FundLinks size="mini" />
        </div>
      )}
    </section>
  )
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode[] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{children[0]}</td>
      <td>{children[1]}</td>
    </tr>
  )
}

const totalOf = ({ available, held }: typeof NO_FUNDS): string =>
  formatDecimal(add(decimal(available), decimal(held)))

/** At the last price of the pair. */
function BaseValue({ spec, funds }: AccountCardProps & { readonly funds: typeof NO_FUNDS }) {
  const last = useTicker(useMarket(), spec.symbol, BACKGROUND_UPDATES)?.last
  const value = last && formatDecimal(mul(decimal(totalOf(funds)), decimal(last)))
  return <Amount value={value} digits={QUOTE_DIGITS} />
}

function Amount({
  value,
  digits,
}: {
  readonly value: string | undefined
  readonly digits: number
}) {
  const numbers = useNumbers('trading')
  const showAsset = useStore(useServices().preferences, (state) => state.showAsset)
  if (!showAsset) return HIDDEN_AMOUNT
  return <NumberText full={value}>{numbers.number(value, { digits })}</NumberText>
}
