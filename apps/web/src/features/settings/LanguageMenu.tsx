import { IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Popover } from '@x/ui/popover'
import { Spinner } from '@x/ui/skeleton'
import { Globe } from 'lucide-react'
import { lazy } from 'react'
import { LazyBoundary } from '../../lib/lazy/LazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'

const LanguageList = lazy(async () => ({
  default: (await import('./LanguageList.tsx')).LanguageList,
}))

/**
 * Changes the language on the spot: path, query, hash and what is being typed stay. The list is
 * fetched when it is first opened.
 */
export function LanguageMenu() {
  const t = useMessages()
  return (
    <Popover
      label={t('shell.language')}
      side="bottom end"
      trigger={(props) => (
        <IconButton {...props} icon={<Icon of={Globe} size={18} />} label={t('shell.language')} />
      )}
    >
      {(close) => (
        <LazyBoundary fallback={<Spinner />}>
          <LanguageList onDone={close} />
        </LazyBoundary>
      )}
    </Popover>
  )
}
