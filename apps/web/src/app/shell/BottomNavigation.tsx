import { Icon } from '@x/ui/icon'
import { ChartCandlestick, ChartNoAxesColumn, ChartSpline, UserRound, Wallet } from 'lucide-react'
import { selectUser } from '../../data/store/slice.ts'
import { useMessages } from '../../lib/messages/messages.ts'
import { ProductsMenu } from './ProductsMenu.tsx'
import { NavItem } from '../../lib/router/NavItem.tsx'
import { useAppSelector } from '../../data/store/hooks.ts'
import styles from './shell.module.css'

/** The phone's way around. */
export function BottomNavigation() {
  const t = useMessages()
  const user = useAppSelector(selectUser)
  const places = [
    { path: '/markets', icon: ChartNoAxesColumn, text: t('shell.markets') },
    { path: '/spot', icon: ChartCandlestick, text: t('shell.spot') },
    { path: '/futures', icon: ChartSpline, text: t('shell.futures') },
    { path: '/asset', icon: Wallet, text: t('shell.assets') },
    {
      path: user ? '/account/setting' : '/login',
      icon: UserRound,
      text: user ? t('shell.account') : t('shell.login'),
    },
  ]
  return (
    <nav aria-label={t('shell.navigation')} className={styles['bottom']}>
      {places.map(({ path, icon, text }) => (
        <NavItem key={path} path={path} className={styles['bottomLink']}>
          <Icon of={icon} size={20} />
          {text}
        </NavItem>
      ))}
      <ProductsMenu isBottom />
    </nav>
  )
}
