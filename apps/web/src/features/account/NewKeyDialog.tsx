import { Button } from '@x/ui/button'
import { Checkbox } from '@x/ui/checkbox'
import { Dialog } from '@x/ui/dialog'
import { CopyText } from '@x/ui/empty-state'
import { useState } from 'react'
import { useApiKeyMessages } from '../../lib/messages/messages.ts'
import styles from './account.module.css'
import { useServices } from '../../lib/services/servicesContext.ts'
import { keyExamples } from './keyExamples.ts'

export interface MadeKey {
  readonly apiKey: string
  /** Of an HMAC key only. */
  readonly secret: string | null
}

/** The key that was made; its secret is shown here and nowhere else. */
export function NewKeyDialog({
  made: { apiKey, secret },
  onClose,
}: {
  readonly made: MadeKey
  readonly onClose: () => void
}) {
  const t = useApiKeyMessages()
  const { config, location } = useServices()
  const [isStored, setStored] = useState(secret === null)
  const examples = keyExamples({
    origin: config.gatewayOrigin || new URL(location.href()).origin,
    apiKey,
    secret: secret ?? undefined,
  })
  return (
    <Dialog
      open
      onOpenChange={() => isStored && onClose()}
      title={t('apiKeys.created')}
      size="large"
      backdropCloses={false}
      escapeCloses={isStored}
      closeButton={isStored}
      footer={
        <Button variant="primary" disabled={!isStored} onClick={onClose}>
          {t('apiKeys.stored')}
        </Button>
      }
    >
      <div className={styles['fields']}>
        <Field name={t('apiKeys.key')} text={apiKey} />
        {secret === null ? null : (
          <>
            <Field name={t('apiKeys.secret')} text={secret} />
            <p className={styles['warning']}>{t('apiKeys.secretText')}</p>
            <Checkbox checked={isStored} onChange={setStored}>
              {t('apiKeys.stored')}
            </Checkbox>
          </>
        )}
        <h3 className={styles['heading']}>{t('apiKeys.examples')}</h3>
        {examples.map(({ name, text }) => (
          <figure key={name} className={styles['example']}>
            <figcaption>
              <CopyText text={text} shown={name} />
            </figcaption>
            <pre dir="ltr">{text}</pre>
          </figure>
        ))}
      </div>
    </Dialog>
  )
}

function Field({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div className={styles['secret']}>
      <span className={styles['meta']}>{name}</span>
      <CopyText text={text} />
    </div>
  )
}
