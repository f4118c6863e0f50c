import { stopWeeklyMail } from '#wallet/weekly.api.ts';
import { FormPage } from './FormPage.tsx';
import { weekly as words } from './forms.words.ts';
import { PageHead } from './PageHead.tsx';

/** Opening it changes nothing: programs that look at mails open links too. */
export default function StopWeeklyPage() {
  return (
    <FormPage
      heading={words.heading}
      welcome={words.welcome}
      action={stopWeeklyMail.path}
      submit={words.submit}
      says={{ form: 'weekly', success: words.done, missing: words.missing, broken: words.broken }}
      told={{ stopped: words.done }}
    >
      <PageHead title={words.title} description={words.description} address="/stop-weekly" />
      <input type="hidden" name="token" data-token="" />
    </FormPage>
  );
}
