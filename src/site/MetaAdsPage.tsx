export default function MetaAdsPage() {
  return <h1>Meta ads</h1>;
}
