import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { type KeyboardEvent, useState } from 'react'
import { useServices } from '../../../lib/services/servicesContext.ts'
import { usePageMessages } from '../../../lib/messages/messages.ts'
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
  const t = usePageMessages()
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
      onClose={onClose}
      title={t('keys.title')}
      size="medium"
      footer={<Button onClick={() => keep(DEFAULT_KEYMAP)}>{t('keys.reset')}</Button>}
    >
      <p className={styles['help']} role="status">
        {refusal ?? (waiting ? t('keys.press') : t('keys.text'))}
      </p>
      <dl className={styles['list']}>
        {TERMINAL_COMMANDS.map((command) => (
          <div key={command} className={styles['line']}>
            <dt>{t(`keys.${command}`)}</dt>
            <dd>
              <Button
                size="small"
                aria-pressed={waiting === command}
                aria-label={t('keys.change', {
                  command: t(`keys.${command}`),
                  key: keymap[command].toUpperCase(),
                })}
                onKeyDown={onKeyDown}
                onClick={() => setWaiting(command)}
                onBlur={() => setWaiting(undefined)}
              >
                <kbd className={styles['key']} dir="ltr">
                  {waiting === command ? '…' : keymap[command].toUpperCase()}
                </kbd>
              </Button>
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
