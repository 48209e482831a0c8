import { createInstance, type InitOptions, type i18n, type TFunction } from 'i18next';
import { initReactI18next } from 'react-i18next';
import enAccount from '@/locales/en/account.json';
import enAdmin from '@/locales/en/admin.json';
import enCommon from '@/locales/en/common.json';
import enDashboard from '@/locales/en/dashboard.json';
import enDocument from '@/locales/en/document.json';
import enEditor from '@/locales/en/editor.json';
import enErrors from '@/locales/en/errors.json';
import enExport from '@/locales/en/export.json';
import enLegal from '@/locales/en/legal.json';
import enLibrary from '@/locales/en/library.json';
import enMail from '@/locales/en/mail.json';
import enOnboarding from '@/locales/en/onboarding.json';
import enProfile from '@/locales/en/profile.json';
import enShare from '@/locales/en/share.json';
import enSummary from '@/locales/en/summary.json';
import enSupport from '@/locales/en/support.json';
import enTemplate from '@/locales/en/template.json';
import enTranscript from '@/locales/en/transcript.json';
import enTranscription from '@/locales/en/transcription.json';
import enUpload from '@/locales/en/upload.json';
import enVideo from '@/locales/en/video.json';
import enWallet from '@/locales/en/wallet.json';
import ptAccount from '@/locales/pt/account.json';
import ptAdmin from '@/locales/pt/admin.json';
import ptCommon from '@/locales/pt/common.json';
import ptDashboard from '@/locales/pt/dashboard.json';
import ptDocument from '@/locales/pt/document.json';
import ptEditor from '@/locales/pt/editor.json';
import ptErrors from '@/locales/pt/errors.json';
import ptExport from '@/locales/pt/export.json';
import ptLegal from '@/locales/pt/legal.json';
import ptLibrary from '@/locales/pt/library.json';
import ptMail from '@/locales/pt/mail.json';
import ptOnboarding from '@/locales/pt/onboarding.json';
import ptProfile from '@/locales/pt/profile.json';
import ptShare from '@/locales/pt/share.json';
import ptSummary from '@/locales/pt/summary.json';
import ptSupport from '@/locales/pt/support.json';
import ptTemplate from '@/locales/pt/template.json';
import ptTranscript from '@/locales/pt/transcript.json';
import ptTranscription from '@/locales/pt/transcription.json';
import ptUpload from '@/locales/pt/upload.json';
import ptVideo from '@/locales/pt/video.json';
import ptWallet from '@/locales/pt/wallet.json';
import { formatWait } from './format-wait';
import { DEFAULT_LANGUAGE, INTERFACE_LANGUAGES, type InterfaceLanguage } from './languages';

/** i18next options; keys are flat and may contain dots. */
export const i18nOptions: InitOptions = {
  resources: {
    pt: {
      account: ptAccount,
      admin: ptAdmin,
      common: ptCommon,
      dashboard: ptDashboard,
      document: ptDocument,
      editor: ptEditor,
      errors: ptErrors,
      export: ptExport,
      legal: ptLegal,
      library: ptLibrary,
      mail: ptMail,
      onboarding: ptOnboarding,
      profile: ptProfile,
      share: ptShare,
      summary: ptSummary,
      support: ptSupport,
      template: ptTemplate,
      transcript: ptTranscript,
      transcription: ptTranscription,
      upload: ptUpload,
      video: ptVideo,
      wallet: ptWallet,
    },
    en: {
      account: enAccount,
      admin: enAdmin,
      common: enCommon,
      dashboard: enDashboard,
      document: enDocument,
      editor: enEditor,
      errors: enErrors,
      export: enExport,
      legal: enLegal,
      library: enLibrary,
      mail: enMail,
      onboarding: enOnboarding,
      profile: enProfile,
      share: enShare,
      summary: enSummary,
      support: enSupport,
      template: enTemplate,
      transcript: enTranscript,
      transcription: enTranscription,
      upload: enUpload,
      video: enVideo,
      wallet: enWallet,
    },
  },
  supportedLngs: INTERFACE_LANGUAGES,
  fallbackLng: DEFAULT_LANGUAGE,
  defaultNS: 'common',
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
};

/** The i18next instance of one language, for React. Ready synchronously: all languages are in memory. */
export function createI18n(language: InterfaceLanguage): i18n {
  const instance = createInstance();
  instance.use(initReactI18next).init({ ...i18nOptions, lng: language, initImmediate: false });
  instance.services.formatter?.add('wait', formatWait);
  return instance;
}

const instances = new Map<InterfaceLanguage, i18n>();

/** A translation function for one area outside React, for mails and files. */
export function translator(language: InterfaceLanguage, area: string): TFunction {
  const instance = instances.get(language) ?? createI18n(language);
  instances.set(language, instance);
  return instance.getFixedT(language, area);
}
