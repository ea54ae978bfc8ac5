import { usePageMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import styles from './accounts.module.css'

const WAYS = [
  { path: '/asset/deposit', title: 'assets.startDeposit', text: 'assets.startDepositText' },
  { path: '/p2p', title: 'assets.startBuy', text: 'assets.startBuyText' },
  { path: '/markets', title: 'assets.startLook', text: 'assets.startLookText' },
] as const

/** Where an account begins that has nothing yet. */
export function StartPanel() {
  const t = usePageMessages()
  const to = useLocalePath()
  return (
    <section className={styles['start']} aria-labelledby="start-title">
      <h1 id="start-title" className={styles['large']}>
        {t('assets.startTitle')}
      </h1>
      <ol className={styles['ways']}>
        {WAYS.map(({ path, title, text }) => (
          <li key={path}>
            <Link to={to(path)} className={styles['account']}>
              <strong>{t(title)}</strong>
              <span className={styles['way']}>{t(text)}</span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
