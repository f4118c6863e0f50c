import { Alert } from '@mantine/core';
import { useCall } from '#ui/call.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Link } from '#ui/router.tsx';
import { useMay } from '#ui/session.tsx';
import { getNetworkDetails, updateNetworkDetails } from './network.api.ts';
import { words } from './network.words.ts';

/** The first step of a new agency, said to whoever may take it until they have: without an address nobody can pay. */
export function NoAddressYet() {
  const may = useMay(updateNetworkDetails);
  const { data } = useCall(getNetworkDetails, {}, { on: ['request'], enabled: may });
  if (data?.networkDetails !== null) return null;
  return (
    <Alert color="wait" icon={<Icon name="info" />} title={words.nobodyPays} mb="md">
      <Link to="/admin/accountmanage/changenetwork">{words.nameAddress}</Link>
    </Alert>
  );
}
