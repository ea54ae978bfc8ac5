import { IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Ellipsis } from 'lucide-react'
import { lazy, useState } from 'react'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { useMessages } from '../../lib/messages/messages.ts'
import type { TerminalProps } from './TerminalProps.ts'

const SettingsSheet = lazy(() => import('./SettingsSheet.tsx'))

/** How this terminal speaks and asks, and what is known of its pair; fetched when first opened. */
export function PhoneMenu({ spec }: TerminalProps) {
  const t = useMessages()
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened')
  return (
    <>
      <IconButton
        size="small"
        icon={<Icon of={Ellipsis} />}
        label={t('layout.menu')}
        aria-haspopup="dialog"
        onClick={() => setState('open')}
      />
      {state === 'unopened' ? null : (
        <OptionalLazyBoundary onFail={() => setState('unopened')}>
          <SettingsSheet spec={spec} isOpen={state === 'open'} close={() => setState('closed')} />
        </OptionalLazyBoundary>
      )}
    </>
  )
}
