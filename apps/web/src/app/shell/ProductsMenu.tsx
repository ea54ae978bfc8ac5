import { Button } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Popover } from '@x/ui/popover'
import { ChevronDown } from 'lucide-react'
import { lazy } from 'react'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import styles from './shell.module.css'

const ProductsList = lazy(() => import('./ProductsList.tsx'))

/** Products beside the terminals. Their list is fetched when it is first opened. */
export function ProductsMenu({ isBottom = false }: { readonly isBottom?: boolean }) {
  const t = useMessages()
  return (
    <Popover
      label={t('shell.more')}
      side={isBottom ? 'top end' : 'bottom start'}
      trigger={(props) => (
        <Button
          {...props}
          variant="ghost"
          className={styles[isBottom ? 'bottomLink' : 'link']}
          endIcon={<Icon of={ChevronDown} size={16} />}
        >
          {t('shell.more')}
        </Button>
      )}
    >
      {(close) => (
        <LazyBoundary>
          <ProductsList onDone={close} />
        </LazyBoundary>
      )}
    </Popover>
  )
}
