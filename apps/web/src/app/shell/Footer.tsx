import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { PRODUCT } from '../../lib/page-heads/pageHeads.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { Logo } from './Logo.tsx'
import styles from './footer.module.css'

/** Below every page but the terminal: the name, the pages, the warning. */
export default function Footer() {
  return (
    <PageTexts>
      <FooterContent />
    </PageTexts>
  )
}

function FooterContent() {
  const t = usePageMessages()
  const to = useLocalePath()
  const groups = [
    {
      title: t('shell.trade'),
      links: [
        { path: '/markets', text: t('shell.markets') },
        { path: '/spot', text: t('shell.spot') },
        { path: '/futures', text: t('shell.futures') },
        { path: '/record/exchange', text: t('shell.orders') },
        { path: '/copy-trading', text: t('product.copy') },
        { path: '/p2p', text: t('product.p2p') },
        { path: '/earn', text: t('product.earn') },
        { path: '/redpacket', text: t('product.redPacket') },
        { path: '/referral', text: t('product.referral') },
        { path: '/help', text: t('product.help') },
        { path: '/fee', text: t('product.fees') },
        { path: '/proof-of-reserves', text: t('reserves.title') },
        { path: '/download', text: t('product.download') },
      ],
    },
    {
      title: t('shell.account'),
      links: [
        { path: '/asset', text: t('shell.assets') },
        { path: '/asset/transfer', text: t('transfer.title') },
        { path: '/account/setting', text: t('account.security') },
        { path: '/account/sub-account', text: t('shell.subAccounts') },
        { path: '/vip/vipIntroduce', text: t('product.vip') },
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
        {groups.map(({ title, links }) => (
          <div key={title} className={styles['group']}>
            <h2 className={styles['title']}>{title}</h2>
            <ul className={styles['list']}>
              {links.map(({ path, text }) => (
                <li key={path}>
                  <Link to={to(path)} className={styles['link']}>
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </footer>
  )
}
