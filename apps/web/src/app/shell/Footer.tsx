import { useMessages } from '../../lib/messages/messages.ts'
import { PRODUCT } from '../../lib/page-heads/pageHeads.ts'
import { Link } from '../../lib/router/Link.tsx'
import { usePlace } from '../../lib/router/paths.ts'
import { Logo } from './Logo.tsx'
import { PRODUCT_PAGES, SERVICE_PAGES } from './productPages.ts'
import styles from './footer.module.css'

/** Below every page but the terminal: the name, the pages, the warning. */
export default function Footer() {
  const t = useMessages()
  const textsOf = (pages: typeof PRODUCT_PAGES | typeof SERVICE_PAGES) =>
    pages.map(([path, id]) => ({ path, text: t(id) }))
  const groups = [
    {
      title: t('shell.trade'),
      links: [
        { path: '/markets', text: t('shell.markets') },
        { path: '/spot', text: t('shell.spot') },
        { path: '/futures', text: t('shell.futures') },
        { path: '/record/exchange', text: t('shell.orders') },
        ...textsOf(PRODUCT_PAGES),
      ],
    },
    {
      title: t('shell.more'),
      links: [...textsOf(SERVICE_PAGES), { path: '/help#terms', text: t('footer.terms') }],
    },
    {
      title: t('shell.account'),
      links: [
        { path: '/asset', text: t('shell.assets') },
        { path: '/asset/transfer', text: t('transfer.title') },
        { path: '/account/setting', text: t('account.security') },
        { path: '/account/sub-account', text: t('shell.subAccounts') },
      ],
    },
  ]
  return (
    <footer className={styles['footer']}>
      <div className={styles['inner']}>
        <div className={styles['brand']}>
          <span className={styles['name']}>
            <Logo size={28} />
            {PRODUCT}
          </span>
          <p className={styles['risk']}>{t('footer.risk')}</p>
        </div>
        {groups.map((group) => (
          <FooterGroup key={group.title} {...group} />
        ))}
      </div>
    </footer>
  )
}

interface FooterGroupProps {
  readonly title: string
  readonly links: readonly { readonly path: string; readonly text: string }[]
}

function FooterGroup({ title, links }: FooterGroupProps) {
  const place = usePlace()
  return (
    <div className={styles['group']}>
      <h2 className={styles['title']}>{title}</h2>
      <ul className={styles['list']}>
        {links.map(({ path, text }) => {
          const to = place(path)
          return to === undefined ? null : (
            <li key={path}>
              <Link to={to} className={styles['link']}>
                {text}
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
