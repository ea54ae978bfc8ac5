import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Avviso',
  timeout: 'Tempo scaduto per la richiesta!',
  expired: 'Sessione scaduta, accedi di nuovo',
  loginvalid: 'Accedi per visualizzare',
  unknow: 'Il sistema è occupato',
  notfound: 'Errore nella richiesta',
  forbidden: 'Richiesta non consentita',
}
