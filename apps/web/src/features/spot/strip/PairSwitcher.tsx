import { Button } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Popover } from '@x/ui/popover'
import { Skeleton } from '@x/ui/skeleton'
import { ChevronDown } from 'lucide-react'
import { lazy } from 'react'
import { LazyBoundary } from '../../../lib/lazy/LazyBoundary.tsx'
import { useMessages } from '../../../lib/messages/messages.ts'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import styles from './strip.module.css'

const PairList = lazy(() => import('./PairList.tsx'))

/** The pair's name; opens the list of pairs with their prices. */
export function PairSwitcher({ spec }: { spec: SpotSymbol }) {
  const t = useMessages()
  const pair = `${spec.base}/${spec.quote}`
  return (
    <Popover
      label={t('spot.pairs')}
      padded={false}
      trigger={(props) => (
        <Button
          {...props}
          variant="ghost"
          className={styles['switcher']}
          aria-label={t('spot.switchPair', { pair })}
          endIcon={<Icon of={ChevronDown} />}
        >
          {/* No component: the first load has no space for one. */}
          <i
            className={styles['coin']}
            style={{ backgroundImage: `url(/coins/${spec.base}.svg)` }}
          />
          <bdi className={styles['pair']}>
            {spec.base}
            <span className={styles['quote']}>/{spec.quote}</span>
          </bdi>
        </Button>
      )}
    >
      {(close) => (
        <LazyBoundary
          fallback={
            <div className={styles['pairs']}>
              <Skeleton height="280px" />
            </div>
          }
        >
          <PairList selected={spec.symbol} onChosen={close} withFavourites />
        </LazyBoundary>
      )}
    </Popover>
  )
}
