import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Aviso',
  timeout: 'O tempo da solicitação esgotou!',
  expired: 'Sessão expirada, entre novamente',
  loginRequired: 'Entre na sua conta para acessar',
  systemBusy: 'O sistema está ocupado',
  notFound: 'Erro na solicitação',
  forbidden: 'Solicitação não permitida',
}
