import { Icon } from '@x/ui/icon'
import {
  ArrowLeftRight,
  ChartCandlestick,
  ChartSpline,
  HandCoins,
  PiggyBank,
  ShieldCheck,
  Users,
} from 'lucide-react'
import { useHomeMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import styles from './home.module.css'

const PRODUCTS = [
  { path: '/spot', icon: ChartCandlestick, title: 'shell.spot', text: 'home.spotText' },
  { path: '/futures', icon: ChartSpline, title: 'shell.futures', text: 'home.futuresText' },
  { path: '/earn', icon: PiggyBank, title: 'product.earn', text: 'home.earnText' },
  { path: '/copy-trading', icon: Users, title: 'product.copy', text: 'home.copyText' },
  { path: '/p2p', icon: HandCoins, title: 'product.p2p', text: 'home.p2pText' },
  { path: '/convert', icon: ArrowLeftRight, title: 'convert.title', text: 'home.convertText' },
] as const

/** What the exchange offers, each product a card that leads to it, and how its coins are proved. */
export function ProductCards() {
  const t = useHomeMessages()
  const to = useLocalePath()
  return (
    <section className={styles['movers']} aria-labelledby="products-title">
      <h2 id="products-title" className={styles['heading']}>
        {t('home.products')}
      </h2>
      <ul className={styles['cards']}>
        {PRODUCTS.map(({ path, icon, title, text }) => (
          <li key={path} className={styles['card']}>
            <span className={styles['emblem']}>
              <Icon of={icon} size={20} />
            </span>
            <Link to={to(path)} className={styles['pair']}>
              <span className={styles['product']}>{t(title)}</span>
            </Link>
            <p className={styles['promise']}>{t(text)}</p>
          </li>
        ))}
      </ul>
      <p className={styles['proof']}>
        <span className={styles['emblem']}>
          <Icon of={ShieldCheck} size={20} />
        </span>
        <span className={styles['proofText']}>{t('home.proofText')}</span>
        <Link to={to('/proof-of-reserves')} className={styles['more']}>
          {t('reserves.title')}
        </Link>
      </p>
    </section>
  )
}
