import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { type KeyboardEvent, useState } from 'react'
import { useServices } from '../../../lib/services/servicesContext.ts'
import { useTerminalMessages } from '../../../lib/messages/messages.ts'
import { STORAGE_KEYS } from '../../../lib/storageKeys.ts'
import styles from './keys.module.css'
import {
  DEFAULT_KEYMAP,
  type Keymap,
  readKeymap,
  rebind,
  TERMINAL_COMMANDS,
  type TerminalCommand,
} from './keymap.ts'

/** Every key, and the way to change it: press the key's button, then the new key. */
export default function KeyHelp({ onClose }: { onClose: () => void }) {
  const t = useTerminalMessages()
  const { storage } = useServices()
  const [keymap, setKeymap] = useState<Keymap>(() => readKeymap(storage.get(STORAGE_KEYS.keymap)))
  const [waiting, setWaiting] = useState<TerminalCommand | undefined>(undefined)
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const keep = (next: Keymap) => {
    storage.set(STORAGE_KEYS.keymap, JSON.stringify(next))
    setKeymap(next)
    setWaiting(undefined)
    setRefusal(undefined)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (
      !waiting ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      ['Tab', 'Escape', 'Shift'].includes(event.key)
    )
      return
    event.preventDefault()
    const result = rebind(keymap, { command: waiting, key: event.key })
    if (result.status === 'bound') keep(result.keymap)
    else
      setRefusal(
        result.status === 'taken'
          ? t('keys.taken', { command: t(`keys.${result.by}`) })
          : t('keys.unusable'),
      )
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('keys.title')}
      size="medium"
      footer={<Button onClick={() => keep(DEFAULT_KEYMAP)}>{t('keys.reset')}</Button>}
    >
      <p className={styles['help']} role="status">
        {refusal ?? (waiting ? t('keys.press') : t('keys.text'))}
      </p>
      <dl className={styles['list']}>
        {TERMINAL_COMMANDS.map((command) => (
          <KeyLine
            key={command}
            command={command}
            shown={keymap[command].toUpperCase()}
            isWaiting={waiting === command}
            onKeyDown={onKeyDown}
            onWait={setWaiting}
          />
        ))}
      </dl>
    </Dialog>
  )
}

interface KeyLineProps {
  readonly command: TerminalCommand
  /** The key as it is read. */
  readonly shown: string
  readonly isWaiting: boolean
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  readonly onWait: (command: TerminalCommand | undefined) => void
}

function KeyLine({ command, shown, isWaiting, onKeyDown, onWait }: KeyLineProps) {
  const t = useTerminalMessages()
  return (
    <div className={styles['line']}>
      <dt>{t(`keys.${command}`)}</dt>
      <dd>
        <Button
          size="small"
          aria-pressed={isWaiting}
          aria-label={t('keys.change', { command: t(`keys.${command}`), key: shown })}
          onKeyDown={onKeyDown}
          onClick={() => onWait(command)}
          onBlur={() => onWait(undefined)}
        >
          <kbd className={styles['key']} dir="ltr">
            {isWaiting ? '…' : shown}
          </kbd>
        </Button>
      </dd>
    </div>
  )
}
