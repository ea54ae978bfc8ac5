import { IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Popover } from '@x/ui/popover'
import { Globe } from 'lucide-react'
import { useMessages } from '../../messages.ts'
import { LanguageList } from './LanguageList.tsx'

/** Changes the language on the spot: path, query, hash and what is being typed stay. */
export function LanguageMenu() {
  const t = useMessages()
  return (
    <Popover label={t('shell.language')} side="bottom end" trigger={(props) => <IconButton {...props} icon={<Icon of={Globe} size={18} />} label={t('shell.language')} />}>
      {(close) => <LanguageList onDone={close} />}
    </Popover>
  )
}
