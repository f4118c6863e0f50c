export default function OfflinePage() {
  return <h1>You are offline</h1>;
}
