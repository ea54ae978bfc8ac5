import { useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import { type Valuation, valuationText } from '../../data/valuation/valuationRates.ts'
import { HIDDEN_AMOUNT } from '../../lib/amounts/hiddenAmount.ts'
import { AccountTexts } from '../../lib/lazy/AccountTexts.tsx'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import styles from './accounts.module.css'
import { type AccountWorth, isNothing } from './valuation.ts'

interface AccountsPanelProps {
  readonly accounts: readonly AccountWorth[]
  readonly valuation: Valuation
  readonly showAsset: boolean
}

/** Where each account is looked at, and how it is called. */
const PLACES = {
  spot: { path: '/asset/spot', text: 'statement.account.spot' },
  futures: { path: '/asset/futures', text: 'statement.account.futures' },
  margin: { path: '/asset/margin', text: 'statement.account.margin' },
  earn: { path: '/earn', text: 'statement.kind.earn' },
  copy: { path: '/copy-trading', text: 'statement.kind.copy' },
  pending: { path: '/asset/records', text: 'statement.underWay' },
} as const

/** What each account is worth, with the way to it. */
export const AccountsPanel = (props: AccountsPanelProps) => (
  <AccountTexts>
    <Accounts {...props} />
  </AccountTexts>
)

function Accounts({ accounts, valuation, showAsset }: AccountsPanelProps) {
  const t = useAccountMessages()
  const to = useLocalePath()
  const numbers = useNumbers()
  return (
    <section className={styles['panel']} aria-labelledby="accounts-title">
      <h2 id="accounts-title" className={styles['title']}>
        {t('statement.accounts')}
      </h2>
      <ul className={styles['accounts']}>
        {accounts.map(({ kind, value }) => (
          <li key={kind}>
            <Link
              to={to(PLACES[kind].path)}
              className={styles['account']}
              data-nothing={value !== undefined && isNothing(value)}
            >
              <span>{t(PLACES[kind].text)}</span>
              <NumberText>
                {showAsset ? valuationText(value, { valuation, numbers }) : HIDDEN_AMOUNT}
              </NumberText>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
