import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Information',
  timeout: 'Le délai de la requête est dépassé !',
  expired: 'Session expirée, veuillez vous reconnecter',
  loginRequired: 'Veuillez vous connecter pour continuer',
  systemBusy: 'Le système est occupé',
  notFound: 'Erreur de requête',
  forbidden: 'Requête interdite',
}
