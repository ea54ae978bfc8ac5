import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Information',
  timeout: 'Le délai de la requête est dépassé !',
  expired: 'Session expirée, veuillez vous reconnecter',
  loginvalid: 'Veuillez vous connecter pour continuer',
  unknow: 'Le système est occupé',
  notfound: 'Erreur de requête',
  forbidden: 'Requête interdite',
}
