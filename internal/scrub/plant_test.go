package scrub

import (
	"encoding/base64"
	"math/rand/v2"
	"strings"
)

// A planter makes secrets in the forms that are published, from a fixed seed. They are put together here at run time, so
// that no file of the course holds one.
type planter struct{ *rand.Rand }

func newPlanter() planter { return planter{rand.New(rand.NewPCG(7, 26))} }

const (
	lower = "abcdefghijklmnopqrstuvwxyz"
	upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	hexa  = "0123456789abcdef"
	alnum = lower + upper + digits
	url64 = alnum + "-_"
	std64 = alnum + "+/"
)

// of is n characters of an alphabet, with a digit among them where it has some.
func (p planter) of(n int, alphabet string) string {
	for {
		b := make([]byte, n)
		for i := range b {
			b[i] = alphabet[p.IntN(len(alphabet))]
		}
		s := string(b)
		if !isFake(s) && alnumAtEnds(s) && (n < 6 || !strings.Contains(alphabet, "0") || strings.ContainsAny(s, digits)) {
			return s
		}
	}
}

func alnumAtEnds(s string) bool {
	return strings.Contains(alnum+upper, s[:1]) && strings.Contains(alnum, s[len(s)-1:])
}

// A planted secret: the form it has is part of the text that it stands in, if it needs one to be told.
type planted struct{ name, text, secret string }

func (p planter) uuid() string {
	return p.of(8, hexa) + "-" + p.of(4, hexa) + "-" + p.of(4, hexa) + "-" + p.of(4, hexa) + "-" + p.of(12, hexa)
}

func (p planter) jwt() string {
	enc := base64.RawURLEncoding
	return enc.EncodeToString([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + enc.EncodeToString([]byte(`{"sub":"`+p.of(12, digits)+`","iat":1516239022}`)) + "." + p.of(43, url64)
}

func (p planter) pem(kind string) string {
	var b strings.Builder
	b.WriteString("-----BEGIN " + kind + "-----\n")
	for range 5 {
		b.WriteString(p.of(64, std64) + "\n")
	}
	b.WriteString(p.of(30, std64) + "==\n-----END " + kind + "-----")
	return b.String()
}

// tokens are secrets that can be told by themselves.
func (p planter) tokens() []planted {
	one := func(name, secret string) planted { return planted{name, secret, secret} }
	return []planted{
		one("Anthropic", "sk-ant-"+"api03-"+p.of(93, url64)+"AA"),
		one("Anthropic, admin", "sk-ant-"+"admin01-"+p.of(93, url64)+"AA"),
		one("OpenAI, old", "sk-"+p.of(20, alnum)+"T3Blbk"+"FJ"+p.of(20, alnum)),
		one("OpenAI, project", "sk-"+"proj-"+p.of(74, url64)+"T3Blbk"+"FJ"+p.of(74, url64)),
		one("OpenAI, without a mark", "sk-"+"proj-"+p.of(48, alnum)),
		one("OpenRouter", "sk-"+"or-v1-"+p.of(64, hexa)),
		one("Groq", "gsk"+"_"+p.of(52, alnum)),
		one("xAI", "xai"+"-"+p.of(80, alnum)),
		one("Replicate", "r8"+"_"+p.of(37, alnum)),
		one("Tavily", "tvly"+"-"+p.of(32, alnum)),
		one("LangSmith", "lsv2"+"_pt_"+p.of(32, hexa)+"_"+p.of(10, hexa)),
		one("Perplexity", "pplx"+"-"+p.of(48, alnum)),
		one("Hugging Face", "hf"+"_"+p.of(34, lower+upper)+""),
		one("Google", "AI"+"za"+p.of(35, alnum)),
		one("Google, OAuth", "GOC"+"SPX-"+p.of(28, url64)),
		one("AWS", "AK"+"IA"+p.of(16, upper+"234567")),
		one("AWS, for a time", "AS"+"IA"+p.of(16, upper+"234567")),
		one("GitHub, personal", "gh"+"p_"+p.of(36, alnum)),
		one("GitHub, OAuth", "gh"+"o_"+p.of(36, alnum)),
		one("GitHub, user to server", "gh"+"u_"+p.of(36, alnum)),
		one("GitHub, server to server", "gh"+"s_"+p.of(36, alnum)),
		one("GitHub, refresh", "gh"+"r_"+p.of(36, alnum)),
		one("GitHub, fine", "github"+"_pat_"+p.of(22, alnum)+"_"+p.of(59, alnum)),
		one("GitLab", "gl"+"pat-"+p.of(20, alnum)),
		one("GitLab, deploy", "gl"+"dt-"+p.of(20, alnum)),
		one("Slack, bot", "xo"+"xb-"+p.of(12, digits)+"-"+p.of(12, digits)+"-"+p.of(24, alnum)),
		one("Slack, user", "xo"+"xp-"+p.of(12, digits)+"-"+p.of(12, digits)+"-"+p.of(12, digits)+"-"+p.of(32, hexa)),
		one("Slack, webhook", "https://hooks.sl"+"ack.com/services/T"+p.of(8, upper+digits)+"/B"+p.of(10, upper+digits)+"/"+p.of(24, alnum)),
		one("Stripe", "sk"+"_live_"+p.of(24, alnum)),
		one("Stripe, restricted", "rk"+"_live_"+p.of(24, alnum)),
		one("Twilio", "S"+"K"+p.of(32, hexa)),
		one("SendGrid", "S"+"G."+p.of(22, url64)+"."+p.of(43, url64)),
		one("npm", "np"+"m_"+p.of(36, alnum)),
		one("PyPI", "pyp"+"i-AgEIcHlwaS5vcmc"+p.of(100, url64)),
		one("DigitalOcean", "do"+"p_v1_"+p.of(64, hexa)),
		one("Azure", p.of(3, alnum)+"8"+"Q~"+p.of(34, alnum)),
		one("Mailgun", "ke"+"y-"+p.of(32, hexa)),
		one("Telegram", p.of(9, "123456789")+":A"+"A"+p.of(33, url64)),
		one("Shopify", "shp"+"at_"+p.of(32, hexa)),
		one("Square", "sq0"+"atp-"+p.of(22, url64)),
		one("Heroku", "HRKU"+"-AA"+p.of(58, url64)),
		one("age", "AGE-SECRET"+"-KEY-1"+p.of(58, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L")),
		one("minisign", "RWRT"+"Y0Iy"+p.of(204, std64)),
		one("Vault", "hv"+"s."+p.of(96, url64)),
		one("Docker Hub", "dckr"+"_pat_"+p.of(27, url64)),
		one("a signed token", p.jwt()),
		one("Together", "tgp"+"_v1_"+p.of(43, url64)),
		one("Voyage", "pa"+"-"+p.of(43, alnum+upper)),
		one("Firecrawl", "fc"+"-"+p.of(32, hexa)),
		one("Apify", "api"+"fy_api_"+p.of(36, alnum)),
		one("E2B", "e2"+"b_"+p.of(40, hexa)),
		one("Weights & Biases", "wan"+"db_v1_"+p.of(80, alnum)),
		one("Vercel", "vc"+"p_"+p.of(56, alnum)),
		one("Google, new", "AQ"+".Ab8"+p.of(47, url64)),
		one("Google, refresh", "1/"+"/0"+p.of(60, url64)),
		one("Amazon Bedrock", "ABS"+"K"+p.of(109, alnum)+"="),
		one("GitLab, new", "gl"+"pat-"+p.of(27, alnum)+".01."+p.of(9, lower+digits)),
		one("Bitbucket", "ATB"+"B"+p.of(32, alnum)),
		one("Atlassian", "ATAT"+"T3"+p.of(180, alnum)+"="+p.of(8, hexa)),
		one("Slack, browser", "xo"+"xc-"+p.of(12, digits)+"-"+p.of(12, digits)+"-"+p.of(64, hexa)),
		one("Slack, cookie", "xo"+"xd-"+p.of(120, std64)),
		one("Cloudflare", "cfu"+"t_"+p.of(48, alnum)),
		one("Netlify", "nf"+"p_"+p.of(36, alnum)),
		one("Render", "rn"+"d_"+p.of(28, alnum)),
		one("Neon", "nap"+"i_"+p.of(64, lower+digits)),
		one("Stripe, webhook", "wh"+"sec_"+p.of(32, alnum)),
		one("Razorpay", "rz"+"p_live_"+p.of(14, alnum)),
		one("Plaid", "access"+"-production-"+p.uuid()),
		one("Resend", "re"+"_"+p.of(8, alnum)+"_"+p.of(24, alnum)),
		one("Brevo", "xsm"+"tpsib-"+p.of(64, hexa)+"-"+p.of(16, alnum)),
		one("crates.io", "ci"+"o"+p.of(32, alnum+upper)),
		one("NuGet", "oy"+"2"+p.of(43, lower+digits)),
		one("Doppler", "dp"+".st.prd."+p.of(43, alnum)),
		one("Tailscale", "tsk"+"ey-auth-k"+p.of(16, alnum)+"-"+p.of(32, alnum)),
		one("New Relic", "NRA"+"K-"+p.of(27, upper+digits)),
		one("Sentry", "sntry"+"s_eyJ"+p.of(100, alnum)+"_"+p.of(43, alnum)),
		one("Notion", "nt"+"n_"+p.of(46, alnum)),
		one("Airtable", "pa"+"t"+p.of(14, alnum)+"."+p.of(64, hexa)),
		one("HubSpot", "pa"+"t-na1-"+p.uuid()),
		one("Contentful", "CFP"+"AT-"+p.of(43, alnum)),
		one("Mapbox", "sk"+".eyJ"+p.of(60, alnum)+"."+p.of(22, alnum)),
		one("Mailchimp", p.of(32, hexa)+"-u"+"s12"),
		one("Azure, new", p.of(52, alnum)+"JQQ"+"J99"+p.of(20, upper+digits)),
	}
}

// settings are secrets that are told by what they stand in.
func (p planter) settings() []planted {
	in := func(name, before, secret, after string) planted {
		return planted{name, before + secret + after, secret}
	}
	basic := base64.StdEncoding.EncodeToString([]byte("ann:" + p.of(14, alnum)))
	return []planted{
		in("AWS, the secret one", "aws_secret_access_key = ", p.of(40, std64), ""),
		in("PostgreSQL", "postgres://ann:", p.of(12, alnum), "@db.internal:5432/shop"),
		in("MySQL", "mysql://root:", p.of(10, alnum)+"!x", "@10.0.0.5/shop"),
		in("MongoDB", "mongodb+srv://ann:", p.of(16, alnum), "@cluster0.abcde.mongodb.net/?retryWrites=true"),
		in("Redis", "redis://:", p.of(20, hexa), "@cache:6379/0"),
		in("AMQP", "amqps://guest:", p.of(12, alnum), "@mq.internal/"),
		in("basic auth in a URL", "https://ann:", p.of(12, alnum), "@git.internal/x.git"),
		in("JDBC", "jdbc:postgresql://db/shop?user=ann&password=", p.of(12, alnum), "&ssl=true"),
		in("ADO", "Server=db;Database=shop;User Id=ann;Password=", p.of(12, alnum), ";"),
		in("Azure storage", "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=", p.of(86, std64), "==;EndpointSuffix=core.windows.net"),
		in("Azure, signed", "https://shop.blob.core.windows.net/x?sv=2022-11-02&sig=", p.of(43, alnum), "%3D"),
		in("a bearer token", "Authorization: Bearer ", p.of(40, url64), ""),
		in("basic auth", "Authorization: Basic ", basic, ""),
		in("GitHub's header", "Authorization: token ", p.of(40, hexa), ""),
		in("a header alone", "x-api-key: ", p.of(32, alnum), ""),
		in("curl with a user", "curl "+"-u ann:", p.of(12, alnum), " https://api.internal/x"),
		in("curl with a header", `curl https://api.internal/x -H "Authorization: Bearer `, p.of(30, alnum), `"`),
		in(".env, a key", "OPENWEATHER_API_KEY=", p.of(32, hexa), ""),
		in(".env, a password of words", "DB_PASSWORD=", "correcthorsebattery", ""),
		in(".env, exported", "export SMTP_PASSWORD='", p.of(8, alnum)+"!", "'"),
		in("a known joke", "password: ", "hun"+"ter2", ""),
		in("JSON", `{"user": "ann", "password": "`, p.of(9, alnum), `", "n": 1}`),
		in("JSON in a text", `{\"client_secret\": \"`, p.of(24, alnum), `\"}`),
		in("YAML", "  api_key: ", p.of(32, alnum), ""),
		in("YAML, with a comment", "  secret: \"", p.of(24, alnum), "\" # rotate"),
		in("Terraform", "  db_password = \"", p.of(14, alnum), "\""),
		in("Docker's login", `"auth": "`, basic, `"`),
		in("npmrc", "//registry.internal/:_authToken=", p.uuid(), ""),
		in("npmrc, old", "_auth=", basic, ""),
		in("netrc", "machine api.internal login ann password ", p.of(12, alnum), ""),
		in("netrc, in lines", "  password ", p.of(12, alnum), ""),
		in("Twilio's token", "TWILIO_AUTH_TOKEN=", p.of(32, hexa), ""),
		in("Heroku's old key", "HEROKU_API_KEY=", p.uuid(), ""),
		in("Discord", "DISCORD_TOKEN=", "MT"+p.of(24, alnum)+"."+p.of(6, url64)+"."+p.of(38, url64), ""),
		in("Discord's webhook", "https://discord.com/api/webhooks/"+p.of(18, "123456789")+"/", p.of(68, url64), ""),
		in("Go", "\tapiKey := \"", p.of(32, alnum), "\""),
		in("Python", "client = OpenAI(api_key='", p.of(32, alnum), "')"),
		in("YAML of Kubernetes", "  key: ", base64.StdEncoding.EncodeToString([]byte("key=gh"+"p_"+p.of(36, alnum))), ""),
		in("kubeconfig", "    client-key-data: ", base64.StdEncoding.EncodeToString([]byte(p.pem("EC PRIVATE KEY")+"\n")), ""),
		in("prose", "My API key is ", p.of(40, alnum+upper), ", do not tell."),
		in("bold prose", "**API key:** `", p.of(40, alnum+upper), "`"),
		in("a table", "| API key | ", p.of(40, alnum+upper), " |"),
		in("a flag", "tool --api-key ", p.of(40, alnum), " run"),
		in("a flag with a password", "tool --password ", p.of(14, alnum), ""),
		in("sshpass", "sshpass -p ", p.of(14, alnum), " ssh ann@host.internal"),
		in("docker login", "docker login -u ann -p ", p.of(20, alnum), ""),
		in("fish", "set -gx SHOP_API_KEY ", p.of(40, alnum), ""),
		in("Dockerfile", "ENV SHOP_API_KEY ", p.of(40, alnum), ""),
		in("XML", "  <password>", p.of(14, alnum), "</password>"),
		in("a call", "option.WithAPIKey(\"", p.of(32, alnum+upper), "\")"),
		in("a cookie", "Set-Cookie: sessionid=", p.of(32, lower+digits), "; HttpOnly"),
		in("a weather service", "https://api.weather.internal/data?q=x&appid=", p.of(32, hexa), ""),
		in("Python, bytes", "secret_key = b'", p.of(24, alnum), "'"),
		in("pgpass", "db.internal:5432:shop:ann:", p.of(14, alnum), ""),
		in("JWK", `{"kty":"EC","crv":"P-256","d":"`, p.of(43, alnum), `"}`),
		in("green in a terminal", "KEY=\x1b[32m", p.of(32, hexa), "\x1b[0m"),
		in("a query", "GET /v1/x?access_token=", p.of(32, alnum), "&n=1"),
	}
}

// keys are private keys, which take several lines.
func (p planter) keys() []planted {
	var all []planted
	for _, kind := range []string{"PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY", "ENCRYPTED PRIVATE KEY", "PGP PRIVATE KEY BLOCK"} {
		key := p.pem(kind)
		all = append(all, planted{kind, key, key})
	}
	service := strings.ReplaceAll(p.pem("PRIVATE KEY"), "\n", `\n`)
	return append(all, planted{"a service account", `{"type": "service_account", "private_key": "` + service + `"}`, service})
}
