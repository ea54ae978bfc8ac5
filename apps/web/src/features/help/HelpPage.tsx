import { useProductMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import styles from '../../lib/product-page/product.module.css'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'

/** What each product does with the money of its user, in order. */
const SECTIONS = [
  ['copy', '/copy-trading', ['help.copy', 'help.copyShare', 'help.copyStop']],
  ['p2p', '/p2p', ['help.p2p', 'help.p2pPay', 'help.p2pRelease', 'help.p2pAppeal']],
  ['earn', '/earn', ['help.earn', 'help.earnFixed']],
  ['redPacket', '/redpacket', ['help.redPacket', 'help.redPacketCheck']],
  ['referral', '/referral', ['help.referral']],
] as const

/** `/help`: how the products work. */
export function HelpPage() {
  const t = useProductMessages()
  const to = useLocalePath()
  usePageTitle(t('product.help'))
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{t('product.help')}</h1>
        <p className={styles['note']}>{t('help.lead')}</p>
      </header>
      {SECTIONS.map(([product, path, steps]) => (
        <section key={product} className={styles['card']} aria-labelledby={product}>
          <h2 id={product} className={styles['heading']}>
            <Link to={to(path)}>{t(`product.${product}`)}</Link>
          </h2>
          <ol className={styles['note']}>
            {steps.map((step) => (
              <li key={step}>{t(step)}</li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  )
}
