import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useProductMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import styles from '../../lib/product-page/product.module.css'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import own from './help.module.css'

/** What each product does with the money of its user, in order. */
const SECTIONS = [
  ['copy', '/copy-trading', ['help.copy', 'help.copyShare', 'help.copyStop']],
  ['p2p', '/p2p', ['help.p2p', 'help.p2pPay', 'help.p2pRelease', 'help.p2pAppeal']],
  ['earn', '/earn', ['help.earn', 'help.earnFixed']],
  ['redPacket', '/redpacket', ['help.redPacket', 'help.redPacketCheck']],
  ['referral', '/referral', ['help.referral']],
] as const

const TERMS = [
  'help.termsAccount',
  'help.termsRisk',
  'help.termsOrders',
  'help.termsFunds',
  'help.termsDemo',
  'help.termsOperator',
] as const

/** `/help`: how the products work, and the terms of use. */
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
      <div className={own['sections']}>
        {SECTIONS.map(([product, path, steps]) => (
          <section key={product} className={styles['card']} aria-labelledby={product}>
            <h2 id={product} className={styles['heading']}>
              <Link className={own['product']} to={to(path)}>
                {t(`product.${product}`)}
              </Link>
            </h2>
            <ol className={own['steps']}>
              {steps.map((step) => (
                <li key={step}>{t(step)}</li>
              ))}
            </ol>
          </section>
        ))}
        <Terms />
      </div>
    </div>
  )
}

/** What a registration accepts; a link to `/help#terms` begins here. */
function Terms() {
  const t = useProductMessages()
  const { hash } = useLocation()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (hash === '#terms') section.current?.scrollIntoView()
  }, [hash])
  return (
    <section ref={section} className={styles['card']} aria-labelledby="terms">
      <h2 id="terms" className={styles['heading']}>
        {t('footer.terms')}
      </h2>
      <ol className={own['steps']}>
        {TERMS.map((clause) => (
          <li key={clause}>{t(clause)}</li>
        ))}
      </ol>
    </section>
  )
}
