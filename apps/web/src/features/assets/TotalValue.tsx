import { useStore } from '@x/kit/react'
import { isCurrencyCode } from '@x/locale'
import { currencyName } from '@x/locale/numbers'
import { useDates, useLocale, useNumbers } from '@x/locale/react'
import { Button, ButtonLink, IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { feeRate, type VipLevel } from '@x/trading'
import { NumberText } from '@x/ui/number'
import { Select } from '@x/ui/select'
import { Menu } from '@x/ui/menu'
import { ChevronDown, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useLocalePath } from '../../lib/router/paths.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { selectRealm, selectUser } from '../../data/store/slice.ts'
import { LazyMoveDialog } from '../futures-panel/index.ts'
import styles from './assets.module.css'
import { PaperFunds } from './PaperFunds.tsx'
import { useValuationChoice } from '../../data/valuation/useValuationChoice.ts'
import { type Valuation, valuationText } from '../../data/valuation/valuationRates.ts'
import { HIDDEN_AMOUNT } from '../../lib/amounts/hiddenAmount.ts'

/** What most people come for: in, out, and from one account to another. */
const ACTIONS = [
  { path: '/asset/deposit', text: 'assets.deposit' },
  { path: '/asset/withdraw', text: 'assets.withdraw' },
] as const

/** Where else the money goes from here. */
const FURTHER = [
  { path: '/spot', text: 'shell.trade' },
  { path: '/convert', text: 'convert.title' },
  { path: '/swap', text: 'swap.title' },
  { path: '/asset/send', text: 'send.title' },
  { path: '/transac', text: 'assets.statement' },
  { path: '/record/exchange', text: 'shell.orders' },
] as const

/**
 * What everything is worth, in a currency of one's choice, or hidden from who looks over the
 * shoulder.
 */
export function TotalValue({
  usdt,
  valuation,
}: {
  readonly usdt: string | undefined
  readonly valuation: Valuation
}) {
  const t = usePageMessages()
  const { currency, offered, at } = valuation
  const { choose } = useValuationChoice()
  const { preferences } = useServices()
  const { locale } = useLocale()
  const dates = useDates()
  const numbers = useNumbers()
  const realm = useAppSelector(selectRealm)
  const user = useAppSelector(selectUser)
  const showAsset = useStore(preferences, (state) => state.showAsset)
  return (
    <section className={styles['summary']} aria-labelledby="total-title">
      <h1 id="total-title" className={styles['label']}>
        {realm === 'paper' ? t('assets.totalPaper') : t('assets.total')}
        <IconButton
          size="mini"
          icon={<Icon of={showAsset ? Eye : EyeOff} size={14} />}
          label={t(showAsset ? 'assets.hide' : 'assets.show')}
          onClick={() => preferences.set({ showAsset: !showAsset })}
        />
      </h1>
      <div className={styles['worth']}>
        <p className={styles['total']}>
          <NumberText>
            {showAsset ? valuationText(usdt, { valuation, numbers }) : HIDDEN_AMOUNT}
          </NumberText>
        </p>
        <Select
          className={styles['currency']}
          size="small"
          aria-label={t('settings.currency')}
          options={offered.map((code) => ({
            value: code,
            label: code,
            ...(isCurrencyCode(code) ? { hint: currencyName(code, locale) } : {}),
          }))}
          value={currency}
          onChange={choose}
        />
      </div>
      {at === undefined ? null : (
        <p className={styles['rates']}>{t('assets.ratesOf', { date: dates.date(at) })}</p>
      )}
      {user ? <FeeRates vipLevel={user.vipLevel} /> : null}
      {realm === 'paper' ? <PaperFunds usdt={usdt} /> : null}
      <Actions isLive={realm === 'live'} />
    </section>
  )
}

function Actions({ isLive }: { readonly isLive: boolean }) {
  const t = usePageMessages()
  const to = useLocalePath()
  const [isMoving, setMoving] = useState(false)
  return (
    <>
      <p className={styles['actions']}>
        {(isLive ? ACTIONS : []).map(({ path, text }, index) => (
          <ButtonLink
            key={path}
            size="small"
            variant={index === 0 ? 'primary' : 'neutral'}
            render={(props) => <Link {...props} to={to(path)} />}
          >
            {t(text)}
          </ButtonLink>
        ))}
        <Button size="small" onClick={() => setMoving(true)}>
          {t('transfer.title')}
        </Button>
        {isLive ? <FurtherActions /> : null}
      </p>
      {isMoving ? <LazyMoveDialog onClose={() => setMoving(false)} /> : null}
    </>
  )
}

function FurtherActions() {
  const t = usePageMessages()
  const to = useLocalePath()
  const navigate = useNavigate()
  return (
    <Menu
      label={t('shell.more')}
      trigger={(props) => (
        <Button
          {...props}
          size="small"
          variant="ghost"
          endIcon={<Icon of={ChevronDown} size={14} />}
        >
          {t('shell.more')}
        </Button>
      )}
      items={FURTHER.map(({ path, text }) => ({ key: path, label: t(text) }))}
      onAction={(path) => void navigate(to(path))}
    />
  )
}

/** What trading costs at the user's level. */
function FeeRates({ vipLevel }: { readonly vipLevel: number }) {
  const t = usePageMessages()
  const numbers = useNumbers()
  const level = Math.min(5, Math.max(0, vipLevel)) as VipLevel
  const rateOf = (role: 'maker' | 'taker') =>
    numbers.percent(feeRate({ market: 'spot', role, vipLevel: level }), { digits: 2 })
  return (
    <p className={styles['rates']}>
      <NumberText>{`VIP ${level}`}</NumberText> ·{' '}
      {(['maker', 'taker'] as const)
        .map((role) => `${t(`orders.${role}`)} ${rateOf(role)}`)
        .join(' · ')}
    </p>
  )
}
