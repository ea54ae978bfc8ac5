import { IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Popover } from '@x/ui/popover'
import { Skeleton } from '@x/ui/skeleton'
import { Ellipsis } from 'lucide-react'
import { lazy } from 'react'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import type { TerminalMenuProps } from './TerminalMenuProps.ts'

const TerminalSettings = lazy(() => import('./TerminalSettings.tsx'))

/** How this terminal is arranged and how it speaks; the settings are fetched when first opened. */
export function TerminalMenu(props: TerminalMenuProps) {
  const t = useMessages()
  return (
    <Popover
      label={t('layout.menu')}
      side="bottom end"
      trigger={(trigger) => (
        <IconButton
          {...trigger}
          size="small"
          icon={<Icon of={Ellipsis} />}
          label={t('layout.menu')}
        />
      )}
    >
      {(close) => (
        <LazyBoundary fallback={<Skeleton width="240px" height="160px" />}>
          <TerminalSettings {...props} close={close} />
        </LazyBoundary>
      )}
    </Popover>
  )
}
