import { Button, TextInput } from '@mantine/core';
import type { OutputOf } from '#kernel/endpoint.ts';
import { useCall } from '#ui/call.tsx';
import { CopyId } from '#ui/CopyId.tsx';
import { DataState } from '#ui/DataState.tsx';
import { Facts } from '#ui/Facts.tsx';
import { SendButton, SendForm, useSend } from '#ui/Form.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Page } from '#ui/Page.tsx';
import { Link } from '#ui/router.tsx';
import { Section } from '#ui/Section.tsx';
import { Badge } from '#ui/StateBadge.tsx';
import { toast } from '#ui/toast.tsx';
import { EmailSection } from './EmailSection.tsx';
import css from './profile.module.css';
import { me } from './me.api.ts';
import { updateProfile } from './users.api.ts';
import { words } from './users.words.ts';

type Profile = OutputOf<typeof me>;

export default function ProfilePage() {
  const profile = useCall(me, {}, { on: ['notice'] });
  return (
    <Page
      title={words.title}
      text={words.text}
      actions={
        <Button component={Link} to="/dashboard/settings" variant="default" leftSection={<Icon name="settings" />}>
          {words.toSettings}
        </Button>
      }
    >
      <DataState call={profile} failed={words.profileFailed} lines={6}>
        {(data) => (
          <div className={css['page']}>
            <You profile={data} />
            <EmailSection profile={data} />
            <MobileSection mobile={data.mobile} />
          </div>
        )}
      </DataState>
    </Page>
  );
}

function You({ profile }: { profile: Profile }) {
  const { username, emailId, emailVerified, contact1, mobile, typeOfUser, _id } = profile;
  const email = (
    <span className={css['email']}>
      {emailId}
      <Badge tone={emailVerified ? 'good' : 'wait'}>
        <Icon name={emailVerified ? 'check' : 'clock'} size={14} />
        {emailVerified ? words.confirmed : words.notConfirmed}
      </Badge>
    </span>
  );
  return (
    <Section title={words.you}>
      <Facts
        items={[
          [words.name, username],
          [words.email, email],
          // Admins were never asked for a phone.
          ...(typeOfUser === 'User' ? [[words.phone, contact1] as const] : []),
          [words.mobile, mobile],
          [typeOfUser === 'User' ? words.id : words.adminId, <CopyId key="id" value={_id} label={words.id} />],
        ]}
      />
    </Section>
  );
}

function MobileSection({ mobile }: { mobile: string }) {
  const form = useSend(updateProfile, {
    initial: { mobile },
    toast: false,
    done: () => toast.done(words.saved),
    failed: words.updating(''),
    refused: ({ message }) => toast.failed(message === words.updating('') ? message : words.updating(message)),
    again: [me],
  });
  return (
    <Section title={words.mobileTitle} text={words.mobileText}>
      <SendForm form={form} label={words.mobileTitle}>
        <TextInput
          {...form.field('mobile')}
          className={css['fields']}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          label={words.mobileLabel}
          description={words.mobileHint}
        />
        <SendButton>{words.save}</SendButton>
      </SendForm>
    </Section>
  );
}
