import { IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Popover } from '@x/ui/popover'
import { Spinner } from '@x/ui/skeleton'
import { Settings2 } from 'lucide-react'
import { lazy } from 'react'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'

const SettingsPanel = lazy(async () => ({
  default: (await import('./SettingsPanel.tsx')).SettingsPanel,
}))

/** What a trader sets for all pages; its contents are fetched when it is first opened. */
export function SettingsMenu() {
  const t = useMessages()
  return (
    <Popover
      label={t('settings.title')}
      side="bottom end"
      trigger={(props) => (
        <IconButton
          {...props}
          icon={<Icon of={Settings2} size={18} />}
          label={t('settings.title')}
        />
      )}
    >
      <LazyBoundary fallback={<Spinner />}>
        <SettingsPanel />
      </LazyBoundary>
    </Popover>
  )
}
