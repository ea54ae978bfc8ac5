import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Avviso',
  timeout: 'Tempo scaduto per la richiesta!',
  expired: 'Sessione scaduta, accedi di nuovo',
  loginRequired: 'Accedi per visualizzare',
  systemBusy: 'Il sistema è occupato',
  notFound: 'Errore nella richiesta',
  forbidden: 'Richiesta non consentita',
}
