// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Erc721} from "./Erc721.sol";
import {Outcomes} from "./Outcomes.sol";
import {TokenWord, newToken} from "./PackedWords.sol";
import {RawCid} from "./RawCid.sol";
import {Royalties} from "./Royalties.sol";
import {Roles} from "./Roles.sol";
import {TypedSignatures} from "./TypedSignatures.sol";

/// @title Verso: the collection of the marketplace, one per chain, immutable.
/// @notice A token's id is the sha2-256 digest of its metadata JSON, so the metadata can never change and a second token of
/// the same metadata cannot exist. A sale on the platform needs the seller's own signature: the keys of the minter and the
/// settler move no token. Outside marketplaces trade by the usual approvals. No proxy, no pause.
/// @dev The payment for a sale is not proved here: the settler attests it by settling.
contract Collection is Outcomes, Erc721, Royalties, TypedSignatures {
    /// @notice A token to mint.
    /// @param tokenId The sha2-256 digest of the metadata JSON.
    /// @param to The first owner.
    /// @param creatorId The creator's number on the platform.
    /// @param royaltyBps The creator's share of later sales in basis points, at most 10,000.
    /// @param payout Where the creator's royalties go, for a creator who has named an outside address; zero: the collector.
    struct MintItem {
        uint256 tokenId;
        address to;
        uint40 creatorId;
        uint16 royaltyBps;
        address payout;
    }

    /// @notice A sale to settle, with the seller's signature over a Listing.
    /// @param tokenId The token that is sold.
    /// @param buyer Who gets it.
    /// @param isBound Whether the seller has signed for this buyer alone; otherwise the Listing names the zero address.
    /// @param priceUsdCents The price that was signed.
    /// @param expiry The last block time (in seconds) at which the Listing holds.
    /// @param r First half of the compact signature (EIP-2098).
    /// @param vs Second half of it: parity and `s`.
    struct Sale {
        uint256 tokenId;
        address buyer;
        bool isBound;
        uint256 priceUsdCents;
        uint256 expiry;
        bytes32 r;
        bytes32 vs;
    }

    bytes32 private constant LISTING_TYPEHASH = keccak256(
        "Listing(address seller,uint256 tokenId,address buyer,uint256 priceUsdCents,uint256 expiry,uint256 version,uint256 epoch)"
    );
    bytes32 private constant WITHDRAWAL_TYPEHASH =
        keccak256("Withdrawal(address owner,uint256 tokenId,address to,uint256 expiry,uint256 version,uint256 epoch)");
    uint256 private constant BASIS_POINTS = 10_000;
    uint256 private constant MAX_SALES = 256;
    bytes4 private constant SETTLED = 0;

    /// @notice ERC-7572: where the metadata of the collection as a whole is.
    string public contractURI;

    /// @param initialOwner Gives the roles.
    /// @param collector Gets the royalties of creators without an outside address.
    /// @param uri The metadata of the collection as a whole.
    constructor(address initialOwner, address collector, string memory uri) Roles(initialOwner) Royalties(collector) {
        contractURI = uri;
    }

    // ------------------------------------------------------------------------------------------------- reading

    /// @notice ERC-721: the name of the collection.
    function name() external pure returns (string memory) {
        return DOMAIN_NAME;
    }

    /// @notice ERC-721: its short name.
    function symbol() external pure returns (string memory) {
        return "VERSO";
    }

    /// @notice ERC-721: the IPFS address of the metadata, computed from the token's id.
    function tokenURI(uint256 tokenId) external view returns (string memory) {
        _getToken(tokenId);
        return RawCid.toUri(tokenId);
    }

    /// @notice ERC-2981: who gets how much of a sale, rounded down. Reported, not enforced.
    function royaltyInfo(uint256 tokenId, uint256 salePrice) external view returns (address receiver, uint256 amount) {
        TokenWord token = _tokens[tokenId];
        if (!token.exists()) return (address(0), 0);
        receiver = _royaltyReceiver(token.creatorIdOf());
        if (receiver == address(0)) return (address(0), 0);
        uint256 bps = token.royaltyBpsOf();
        // Divided in two parts, so that no price overflows.
        amount = (salePrice / BASIS_POINTS) * bps + ((salePrice % BASIS_POINTS) * bps) / BASIS_POINTS;
    }

    /// @notice What a Listing or a Withdrawal of a token must carry at this moment. Zeros for a token that does not exist.
    /// @return tokenOwner The seller, or the owner who withdraws.
    /// @return version Rises whenever the token moves or its listings are cancelled.
    /// @return epoch Rises whenever the owner cancels all listings.
    function signatureNonces(uint256 tokenId)
        external
        view
        returns (address tokenOwner, uint256 version, uint256 epoch)
    {
        TokenWord token = _tokens[tokenId];
        tokenOwner = token.ownerOf();
        return (tokenOwner, token.versionOf(), _accounts[tokenOwner].epochOf());
    }

    /// @notice The number of a token's creator on the platform.
    function creatorOf(uint256 tokenId) external view returns (uint256) {
        return _getToken(tokenId).creatorIdOf();
    }

    /// @notice ERC-165.
    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 // ERC-165
            || id == 0x80ac58cd // ERC-721
            || id == 0x5b5e139f // ERC-721 metadata
            || id == 0x2a55205a; // ERC-2981
    }

    // ------------------------------------------------------------------------------------------------- minting

    /// @notice Mints a token. Only a minter.
    function mint(MintItem calldata item) external onlyRole(MINTER) {
        _mint(item);
    }

    /// @notice Mints tokens, all or none. Only a minter.
    function mintBatch(MintItem[] calldata items) external onlyRole(MINTER) {
        for (uint256 i; i < items.length; ++i) {
            _mint(items[i]);
        }
    }

    // ------------------------------------------------------------------------------------------------- selling

    /// @notice Settles a sale that the seller has signed and the buyer has paid. Only a settler.
    function settle(Sale calldata sale) external onlyRole(SETTLER) {
        bytes4 refusal = _trySettle(sale);
        if (refusal != SETTLED) _revertWith(refusal);
    }

    /// @notice Settles sales, and passes over those that cannot be settled (SaleSkipped). Only a settler.
    /// @param sales At most 256.
    /// @return settled Bit i says that sale i was settled.
    function settleBatch(Sale[] calldata sales) external onlyRole(SETTLER) returns (uint256 settled) {
        if (sales.length > MAX_SALES) revert BatchTooLarge();
        for (uint256 i; i < sales.length; ++i) {
            bytes4 refusal = _trySettle(sales[i]);
            if (refusal == SETTLED) settled |= 1 << i;
            else emit SaleSkipped(sales[i].tokenId, refusal);
        }
    }

    /// @notice Kills everything signed so far for these tokens. Their owner, a settler or a guardian.
    function cancelListings(uint256[] calldata tokenIds) external {
        bool isOperator = _hasAnyRole(SETTLER | GUARDIAN);
        for (uint256 i; i < tokenIds.length; ++i) {
            TokenWord token = _getToken(tokenIds[i]);
            if (!isOperator && msg.sender != token.ownerOf()) revert NotAuthorized();
            token = token.withNextVersion();
            _tokens[tokenIds[i]] = token;
            emit ListingsCancelled(tokenIds[i], token.versionOf());
        }
    }

    /// @notice Kills everything that an account has signed so far. The account itself, a settler or a guardian.
    function cancelAllListings(address seller) external {
        if (msg.sender != seller && !_hasAnyRole(SETTLER | GUARDIAN)) revert NotAuthorized();
        _accounts[seller] = _accounts[seller].withNextEpoch();
        emit AllListingsCancelled(seller, _accounts[seller].epochOf());
    }

    /// @notice Moves a token to the address that its owner has signed a Withdrawal for. Any caller may relay it. A receiving
    /// contract has to agree, as in a safe transfer.
    /// @param tokenId The token.
    /// @param to Who gets it.
    /// @param expiry The last block time (in seconds) at which the Withdrawal holds.
    /// @param r First half of the compact signature (EIP-2098).
    /// @param vs Second half of it: parity and `s`.
    function withdraw(uint256 tokenId, address to, uint256 expiry, bytes32 r, bytes32 vs) external {
        if (block.timestamp > expiry) revert Expired();
        if (to == address(0)) revert InvalidRecipient();
        TokenWord token = _getToken(tokenId);
        address from = token.ownerOf();
        bytes32 structHash = keccak256(
            abi.encode(WITHDRAWAL_TYPEHASH, from, tokenId, to, expiry, token.versionOf(), _accounts[from].epochOf())
        );
        if (!_isSignedBy(from, structHash, r, vs)) revert InvalidSignature();
        _move(token, to, tokenId);
        _askReceiver(from, to, tokenId, "");
    }

    // ------------------------------------------------------------------------------------------------- administration

    /// @notice ERC-7572: sets where the metadata of the collection as a whole is. Only the owner.
    function setContractURI(string calldata uri) external onlyOwner {
        contractURI = uri;
        emit ContractURIUpdated();
    }

    // ------------------------------------------------------------------------------------------------- inside

    function _mint(MintItem calldata item) private {
        if (item.to == address(0)) revert InvalidRecipient();
        if (item.royaltyBps > BASIS_POINTS) revert RoyaltyTooHigh();
        if (_tokens[item.tokenId].exists()) revert TokenExists();
        if (item.payout != address(0)) _registerCreator(item.creatorId, item.payout);
        _tokens[item.tokenId] = newToken(item.to, item.creatorId, item.royaltyBps);
        _accounts[item.to] = _accounts[item.to].plusOne();
        emit Transfer(address(0), item.to, item.tokenId);
    }

    /// @dev Settles the sale and answers SETTLED, or does nothing and answers the selector of the error.
    function _trySettle(Sale calldata sale) private returns (bytes4) {
        if (block.timestamp > sale.expiry) return Expired.selector;
        if (sale.buyer == address(0)) return InvalidRecipient.selector;
        TokenWord token = _tokens[sale.tokenId];
        if (!token.exists()) return TokenNotFound.selector;
        if (!_isSignedBy(token.ownerOf(), _hashListing(sale, token), sale.r, sale.vs)) {
            return InvalidSignature.selector;
        }
        _move(token, sale.buyer, sale.tokenId);
        emit Sold(sale.tokenId, sale.priceUsdCents);
        return SETTLED;
    }

    function _hashListing(Sale calldata sale, TokenWord token) private view returns (bytes32) {
        address seller = token.ownerOf();
        return keccak256(
            abi.encode(
                LISTING_TYPEHASH,
                seller,
                sale.tokenId,
                sale.isBound ? sale.buyer : address(0),
                sale.priceUsdCents,
                sale.expiry,
                token.versionOf(),
                _accounts[seller].epochOf()
            )
        );
    }
}
