import { IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Search } from 'lucide-react'
import { lazy, useEffect, useState } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'

const SearchDialog = lazy(() => import('../../features/search/SearchDialog.tsx'))

/** Opens the search; so does Control or Command with K. */
export function SearchButton() {
  const t = useMessages()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key.toLowerCase() !== 'k' || ctrlKey === metaKey || altKey || shiftKey) return
      // Not over a question that waits for its answer.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const close = () => setOpen(false)
  return (
    <>
      <IconButton
        icon={<Icon of={Search} size={18} />}
        label={t('shell.search')}
        title={`${t('shell.search')} (Ctrl K)`}
        onClick={() => setOpen(true)}
      />
      {isOpen ? (
        <OptionalLazyBoundary onFail={close}>
          <SearchDialog onClose={close} />
        </OptionalLazyBoundary>
      ) : null}
    </>
  )
}
