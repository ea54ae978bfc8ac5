import { Button } from '@x/ui/button'
import { Drawer } from '@x/ui/drawer'
import { Icon } from '@x/ui/icon'
import { Star } from 'lucide-react'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectRealm, selectUser } from '../../data/store/slice.ts'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { useMessages, usePageMessages } from '../../lib/messages/messages.ts'
import { useFavourites } from '../markets/index.ts'
import { FundLinks } from '../order-ticket/index.ts'
import { OrderSettings } from './OrderSettings.tsx'
import styles from './orderSheet.module.css'
import type { TerminalProps } from './TerminalProps.ts'

interface SettingsSheetProps extends TerminalProps {
  readonly isOpen: boolean
  readonly close: () => void
}

/** The settings of a terminal on a phone, with what belongs to its pair. */
export default function SettingsSheet({ spec, isOpen, close }: SettingsSheetProps) {
  const t = useMessages()
  return (
    <Drawer open={isOpen} onOpenChange={close} direction="btt" size="auto" title={t('layout.menu')}>
      <PageTexts>
        <div className={styles['settings']}>
          <OfPair spec={spec} />
          <OrderSettings />
          <Ways />
        </div>
      </PageTexts>
    </Drawer>
  )
}

/** A favourite or not, which a contract cannot be. */
function OfPair({ spec }: TerminalProps) {
  const t = usePageMessages()
  const favourites = useFavourites()
  if (spec.symbol.includes('/')) return null
  const isFavourite = favourites.has(spec.symbol)
  const pair = `${spec.base}/${spec.quote}`
  return (
    <>
      <Button
        block
        startIcon={<Icon of={Star} className={styles['star']} data-on={isFavourite || undefined} />}
        onClick={() => favourites.toggle(spec.symbol)}
      >
        {t(isFavourite ? 'home.unstar' : 'home.star', { pair })}
      </Button>
    </>
  )
}

/** Where the trader's funds come from. */
function Ways() {
  const hasFunds = useAppSelector(selectUser) !== undefined
  const isPaper = useAppSelector(selectRealm) === 'paper'
  if (!hasFunds || isPaper) return null
  return (
    <div className={styles['ways']}>
      <FundLinks />
    </div>
  )
}
