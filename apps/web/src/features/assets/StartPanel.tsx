import { AccountTexts } from '../../lib/lazy/AccountTexts.tsx'
import { useAccountMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import styles from './accounts.module.css'

const WAYS = [
  { path: '/asset/deposit', title: 'start.deposit', text: 'start.depositText' },
  { path: '/p2p', title: 'start.buy', text: 'start.buyText' },
  { path: '/markets', title: 'start.look', text: 'start.lookText' },
] as const

/** Where an account begins that has nothing yet. */
export const StartPanel = () => (
  <AccountTexts>
    <Start />
  </AccountTexts>
)

function Start() {
  const t = useAccountMessages()
  const to = useLocalePath()
  return (
    <section className={styles['start']} aria-labelledby="start-title">
      <h1 id="start-title" className={styles['large']}>
        {t('start.title')}
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
